"""Which memories may a search return? Those believed at its moment and shown by its commit, beside the documents."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from scrubjay.knowledge.index.generation import generation as contents_generation
from scrubjay.knowledge.index.scope import clear
from scrubjay.memory.store.bounds import confined_elsewhere
from scrubjay.memory.store.moments import moments
from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.visibility import WorktreeBranches
from scrubjay.model.clock import Clock, day_of, iso
from scrubjay.model.view import View
from scrubjay.storage.driver import Connection

KIND = "memory"
VISIBLE_KINDS = ("memory", "faded")
"""The kinds of memories in a view."""


@dataclass(frozen=True, slots=True)
class _FillState:
    """What the memories in `temp.visible` were filled from: while the ground stays, only what changed is filled anew.

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
        (generation,) = connection.execute(Q.generation).fetchone()
        moment = then or day_of(clock)
        before = connection.fill_states.get((KIND, number))
        (quarantines,) = connection.execute(Q.quarantines).fetchone()
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
