"""The services of what was discussed at forges: the store of it, in a database of its own."""

from typing import TYPE_CHECKING

from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.on_first_use import on_first_use

if TYPE_CHECKING:
    from scrubjay.discussions.named import NamedDiscussions
    from scrubjay.discussions.store import DiscussionStore


class DiscussionServices:
    """Issues, pull requests and reviews of a project's repositories at their forges."""

    def __init__(self, inputs: WorktreeInputs) -> None:
        self._inputs = inputs
        self.database = inputs.stores.forge

    def exists(self) -> bool:
        """Whether anything is kept; without importing anything for it."""
        return self.database.path.is_file()

    @on_first_use
    def store(self) -> "DiscussionStore":
        """Keeps discussions and finds them by name."""
        from scrubjay.discussions.said import Keeping
        from scrubjay.discussions.store import DiscussionStore
        from scrubjay.documents.policy import policy

        shared, privacy = self._inputs.shared, self._inputs.settings.privacy
        return DiscussionStore(
            self.database,
            chunker=policy(self._inputs.settings.ingestion, privacy.allow).chunker,
            counter=shared.tokenizer,
            clock=shared.clock,
            keeping=Keeping(personal=privacy.personal, allowed=privacy.allow, suspect=_what_instructs),
        )

    @on_first_use
    def _named(self) -> "NamedDiscussions":
        from scrubjay.discussions.named import NamedDiscussions

        return NamedDiscussions(self.store)

    def named(self) -> "NamedDiscussions | None":
        """Discussions as texts, commits and files name them; None where none are kept."""
        return self._named if self.exists() else None


def _what_instructs(text: str) -> str:
    from scrubjay.grounding.injection import LONGEST, find_marks

    windows = (text[start : start + LONGEST] for start in range(0, max(1, len(text)), LONGEST - 1_000))
    return next((f"{flag.technique}: {flag.words}" for window in windows for flag in find_marks(window)), "")
