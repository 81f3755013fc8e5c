"""The services of sessions: working sets, what sessions know of them, merged work, and what sessions were told."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.on_first_use import on_first_use

if TYPE_CHECKING:
    from scrubjay.briefing.preparing import Preparation
    from scrubjay.briefing.told import BriefingLedger
    from scrubjay.sessions.archive import TaskArchive
    from scrubjay.sessions.branches import Lineage
    from scrubjay.sessions.commits import CommitSearch
    from scrubjay.sessions.forgetting import SessionForgetting
    from scrubjay.sessions.points import SessionPoints
    from scrubjay.sessions.reading import TaskReader
    from scrubjay.sessions.sent_texts import SentTexts
    from scrubjay.sessions.tasks import Tasks
    from scrubjay.sessions.timeline import Timeline


class SessionRecords:
    """The part of the session services that memories and briefings read."""

    def __init__(self, inputs: WorktreeInputs) -> None:
        self._inputs = inputs
        self.database = inputs.stores.session

    @on_first_use
    def tasks(self) -> "TaskReader":
        """The working sets."""
        from scrubjay.sessions.reading import TaskReader

        return TaskReader(self.database, self._inputs.shared.clock, lineages=self.lineage)

    @on_first_use
    def points(self) -> "SessionPoints":
        """What each session has seen of the working sets."""
        from scrubjay.sessions.points import SessionPoints

        return SessionPoints(self.database, self._inputs.shared.clock)

    @on_first_use
    def sent(self) -> "SentTexts":
        """What sessions were told, as it was sent."""
        from scrubjay.sessions.sent_texts import SentTexts

        shared = self._inputs.shared
        return SentTexts(self.database, shared.clock, shared.settings.conversations.retention_days)

    @on_first_use
    def merged(self) -> "TaskArchive":
        """The working sets of merged branches."""
        from scrubjay.sessions.archive import TaskArchive

        return TaskArchive(self.database, self._inputs.git, self._inputs.shared.clock)

    @on_first_use
    def ledger(self) -> "BriefingLedger":
        """What sessions were told; `show(session, answer)` records which memories an answer showed to a session."""
        from scrubjay.briefing.told import BriefingLedger

        return BriefingLedger(self.database, self._inputs.shared.clock)

    def lineage(self, branch: str, head: str) -> "Lineage":
        """Where a branch comes from."""
        from scrubjay.sessions.branches import lineage

        return lineage(self._inputs.git, branch, head)


class SessionServices:
    """Everything about sessions. `prepare` prepares the next one's briefing; `forgetting` makes what deletes one."""

    def __init__(
        self,
        inputs: WorktreeInputs,
        records: SessionRecords,
        prepare: Callable[[], None],
        forgetting: "Callable[[], SessionForgetting]",
    ) -> None:
        self._inputs = inputs
        self._records = records
        self._prepare = prepare
        self._forgetting = forgetting
        self.database = inputs.stores.session

    @on_first_use
    def tasks(self) -> "Tasks":
        """The working sets. A session may start right after a save; after a step comes another one."""
        from scrubjay.sessions.tasks import Tasks

        return Tasks(
            self.database,
            self._inputs.shared.clock,
            lineages=self._records.lineage,
            changed=self.preparation.now,
            noted=self.preparation.soon,
        )

    @on_first_use
    def preparation(self) -> "Preparation":
        """The preparation of the next session's briefing."""
        from scrubjay.briefing.preparing import Preparation

        return Preparation(self._prepare)

    @on_first_use
    def timeline(self) -> "Timeline":
        """Which sessions there were."""
        from scrubjay.sessions.timeline import Timeline

        return Timeline(self.database)

    @on_first_use
    def forgetting(self) -> "SessionForgetting":
        """Deletes sessions for good."""
        return self._forgetting()

    @property
    def points(self) -> "SessionPoints":
        """As in the records."""
        return self._records.points

    @property
    def merged(self) -> "TaskArchive":
        """As in the records."""
        return self._records.merged

    @property
    def sent(self) -> "SentTexts":
        """As in the records."""
        return self._records.sent

    @property
    def ledger(self) -> "BriefingLedger":
        """As in the records."""
        return self._records.ledger

    @on_first_use
    def commits(self) -> "CommitSearch":
        """Search in the recent commits."""
        from scrubjay.sessions.commits import CommitSearch

        return CommitSearch(self._inputs.git, self._inputs.repository)
