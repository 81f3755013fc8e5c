"""Memories that a search may return, by moment and commit, and those that a view shows as files."""

import json
from collections.abc import Callable, Collection, Mapping

from scrubjay.extensions.kinds.memories import StandIn
from scrubjay.knowledge.index.generation import clear
from scrubjay.knowledge.index.generation import generation as contents_generation
from scrubjay.memory.store.bounds import confined_elsewhere
from scrubjay.memory.store.claim import moments
from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.visibility import WorktreeBranches
from scrubjay.model.clock import Clock, day_of, iso
from scrubjay.model.frozen import dataclass
from scrubjay.model.stand_in import SaidElsewhere, StandInFile, StandInForm, StandInNote
from scrubjay.model.view import View
from scrubjay.storage.driver import Connection

KIND = "memory"
VISIBLE_KINDS = ("memory", "faded")
"""The kinds of memories in a view."""


@dataclass(frozen=True, slots=True)
class _FillState:
    """What `temp.visible` was filled from: while that stays, only what changed is filled anew.

    `last` is the newest belief then, `generation` counts changes of memories. Quarantines are part of the ground.
    """

    ground: tuple[str, str, int, int, str, str, frozenset[str]]
    generation: int
    hidden: frozenset[str]
    last: int


class VisibleMemories:
    """Adds a project's memories to a view in `temp.visible`, or a user's where there are no `branches`.

    `project` is the one in which a user's memories are looked for, and `published` says which of them a commit there
    shows as documents.
    """

    def __init__(
        self,
        owner: str,
        clock: Clock,
        branches: WorktreeBranches | None = None,
        *,
        project: str = "",
        published: Callable[[str], frozenset[str]] = lambda commit: frozenset(),
    ) -> None:
        self._owner = owner
        self._project = project
        self._clock = clock
        self._branches = branches
        self._published = published

    def fill(self, connection: Connection, view: View, number: int) -> int:
        """Make `temp.visible` hold what the view shows under a number; cheap while nothing changed.

        As of a revision it is what was known and held at its date. Must run inside a transaction.
        """
        clock = self._clock()
        now = iso(clock)
        then = view.committed_at if view.as_of else ""
        generation, quarantines = connection.once("memories", lambda: _generations(connection))
        moment = then or day_of(clock)
        before = connection.fill_states.get((KIND, number))
        published = (
            self._branches.published(connection, view.commit) if self._branches else self._published(view.commit)
        )
        ground = (view.key, view.commit, contents_generation(connection), quarantines, moment, self._project, published)
        if isinstance(before, _FillState) and (before.ground, before.generation) == (ground, generation):
            return number
        hidden = (
            self._branches.within(connection, view.commit).hidden
            if self._branches
            else confined_elsewhere(connection, self._project) | published
        )
        (last,) = connection.execute(Q.last_belief).fetchone()
        same = isinstance(before, _FillState) and (before.ground, before.hidden) == (ground, hidden) and not view.as_of
        after = before.last if isinstance(before, _FillState) and same else 0
        if after:
            connection.execute(Q.clear_changed, {"view": number, "after": after})
        else:
            clear(connection, number, VISIBLE_KINDS)
        asked = {"view": number, "project": self._owner, "hidden": json.dumps(sorted(hidden)), "after": after}
        connection.execute(Q.fill_visible, asked | moments(now, then, then))
        connection.fill_states[KIND, number] = _FillState(ground, generation, hidden, last)
        return number


def _generations(connection: Connection) -> tuple[int, int]:
    """Counters of changes to memories, and of quarantines."""
    (generation,), (quarantines,) = (connection.execute(sql).fetchone() for sql in (Q.generation, Q.quarantines))
    return generation, quarantines


class StandIns:
    """All kinds of stand-in files as one; where two kinds speak of one memory, the first counts."""

    def __init__(self, *every: StandIn[Connection]) -> None:
        self._every = every

    def ids(self, commit: str = "") -> frozenset[str]:
        """Ids of the memories that a commit (HEAD by default) shows as files."""
        return frozenset[str]().union(*(one.ids(commit) for one in self._every))

    def within(self, connection: Connection, commit: str = "") -> frozenset[str]:
        """Ids of the memories that a commit shows as files, read inside the caller's transaction."""
        return frozenset[str]().union(*(one.within(connection, commit) for one in self._every))

    def record(self, view: View) -> int:
        """Note which indexed files of a view stand for a memory; returns how many do."""
        return sum(one.record(view) for one in self._every)

    def notes(self, view: View, paths: Collection[str]) -> Mapping[str, StandInNote]:
        """Notes on those of some files that stand for a memory, by path."""
        return {path: note for one in reversed(self._every) for path, note in one.notes(view, paths).items()}

    def form(self, text: str) -> StandInForm | None:
        """How the text of a stand-in file is shown instead; None for a text that is shown as it is."""
        return next((form for one in self._every if (form := one.form(text)) is not None), None)

    def replaced(self, view: View) -> Mapping[str, tuple[str, ...]]:
        """The files that a superseded memory was published as, by path, each with what is shown of its successor."""
        return {path: newer for one in reversed(self._every) for path, newer in one.replaced(view).items()}

    def differing(self, view: View) -> Mapping[str, StandInFile]:
        """The files of a view that say something else than the memory they stand for, by its id."""
        return {id: file for one in reversed(self._every) for id, file in one.differing(view).items()}

    def elsewhere(self, ids: Collection[str], view: View) -> Mapping[str, SaidElsewhere]:
        """Where else some memories are said as a view sees them, by id."""
        return {id: said for one in reversed(self._every) for id, said in one.elsewhere(ids, view).items()}
