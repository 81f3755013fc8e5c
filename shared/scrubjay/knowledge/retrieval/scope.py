"""Scope of a search: the view, narrowed by every filter while candidates are made."""

from __future__ import annotations

import json

from scrubjay.knowledge.index.generation import filled, keep_scope
from scrubjay.knowledge.index.kinds import DISCUSSIONS, ONLY_BY_NAME, SUBMODULES
from scrubjay.knowledge.retrieval.operators import PathFilter, is_wild, without_surrogates
from scrubjay.knowledge.retrieval.query import match_all
from scrubjay.model.frozen import dataclass
from scrubjay.model.pool import PoolView
from scrubjay.storage.driver import Connection, Cursor, load

Q = load(__package__)

_BY_NAME = (*ONLY_BY_NAME, *SUBMODULES.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """The filters of a search; a hit must pass all of them.

    `path`: a file, a folder, or a glob as in the settings (`docs/**/*.md`); what has no path, such as a memory, is not
    below one. `kinds`: document, decision, incident, code, commit, memory; none means all
    but `ONLY_BY_NAME`. `within`, `outside`: further paths of that form,
    of which one must fit, or none. `only`: the exact paths that may be shown. `since`, `until`: beginnings of ISO
    dates, both inclusive. `holds`, `lacks`: phrases that stand in the text or don't; `prefers`: phrases whose passages
    come first. `tags`, `applies`: what memories bear, and where they hold.
    `symbol`, `callers`, `references`: names in code whose places are asked for instead of passages.
    `shared`: only what a pool shows.
    """

    path: str = ""
    kinds: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    only: tuple[str, ...] | None = None
    since: str = ""
    until: str = ""
    holds: tuple[str, ...] = ()
    prefers: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    untagged: tuple[str, ...] = ()
    applies: tuple[str, ...] = ()
    symbol: tuple[str, ...] = ()
    callers: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    shared: PoolView | None = None

    @property
    def phrases(self) -> tuple[str, ...]:
        """The quoted phrases: those that must stand in the text, and those whose passages come first."""
        return (*self.holds, *self.prefers)

    @property
    def asks_for_places(self) -> bool:
        """Whether places in code are asked for by name."""
        return bool(self.symbol or self.callers or self.references)

    @property
    def are_settled(self) -> bool:
        """Whether the filters' result changes only when the index or memories do: none asks for records or dates."""
        named = {"decision", "incident"}.intersection(self.kinds) or self.tags or self.untagged or self.applies
        return not (named or self.since or self.until or self.shared)

    @property
    def only_memories(self) -> bool:
        """Whether the filters let only memories through: only they have tags and places where they apply."""
        return self.kinds == ("memory",) or bool(self.tags or self.applies)

    @property
    def only_discussions(self) -> bool:
        """Whether the filters let only texts of discussions through."""
        return bool(self.kinds) and set(self.kinds) <= set(DISCUSSIONS)


def visible_kinds(filters: Filters) -> tuple[str, ...]:
    """The kinds in `temp.visible` that a search looks at; empty means all except `ONLY_BY_NAME` and faded memories.

    Decisions and incidents stand among documents, faded memories beside the others.
    """
    kinds = {"document" if kind in {"decision", "incident"} else kind for kind in filters.kinds}
    return tuple(sorted(kinds | {"faded"} if "memory" in kinds else kinds))


def set_scope(connection: Connection, view: int, filters: Filters) -> tuple[str, ...]:
    """Fill `temp.scope` with what one search may show, and the tables of memories and code; returns notes.

    Returns which filters found nothing, in words. What was filled before is kept, see `keep_scope`. Must run inside a
    transaction.
    """
    fill = ScopeFilling(connection, view, filters)
    keep_scope(connection, view, filters, fill, settled=filters.are_settled)
    scope = filled(connection)
    return scope.notes if scope else ()


class ScopeFilling:
    """Fills `temp.scope`, `temp.memories` and `temp.code` under a number."""

    def __init__(self, connection: Connection, view: int, filters: Filters) -> None:
        self._connection = connection
        self._view = view
        self._filters = filters
        self._number = 0

    def __call__(self, number: int) -> tuple[str, ...]:
        """Write what the view shows by the filters; which of them found nothing, in words. The number must be free."""
        self._number = number
        filters = self._filters
        path = without_surrogates(filters.path)
        wild = is_wild(path)
        self._run(
            Q.fill_scope, view=self._view, prefix="" if wild else path, inside=path, kinds=json.dumps(filters.kinds),
            visible_kinds=json.dumps(visible_kinds(filters)), only_by_name=json.dumps(_BY_NAME),
        )  # fmt: skip
        if wild:
            self._keep_paths((path,), ())
        notes = self._narrow() if self._holds_any else ()
        for statement in (Q.set_memories, Q.drop_memories, Q.set_code, Q.drop_code):
            self._run(statement)
        if notes:
            return notes
        asked = [*((phrase, True) for phrase in filters.holds), *((phrase, False) for phrase in filters.prefers)]
        notes = tuple(note for phrase, keeps in asked if (note := self._narrow_to_phrase(phrase, keeps=keeps)))
        self._drop_phrases(filters.lacks)
        return notes

    def _run(self, sql: str, **values: object) -> Cursor:
        """Run a statement with the scope's number as `:scope`."""
        return self._connection.execute(sql, {"scope": self._number, **values})

    def _is_true(self, sql: str, **values: object) -> bool:
        """The truth of a statement that selects one value."""
        return bool(self._run(sql, **values).fetchone()[0])

    @property
    def _holds_any(self) -> bool:
        """Whether the scope holds anything."""
        return self._is_true(Q.any_in_scope)

    def _narrow(self) -> tuple[str, ...]:
        """Apply the query's operators to the scope, one after another; the note names the first that empties it."""
        filters = self._filters
        if filters.within or filters.outside:
            self._keep_paths(filters.within, filters.outside)
            if not self._holds_any:
                return (f"nothing at path:{','.join(filters.within) or '…'}",)
        if filters.only is not None:
            self._run(Q.narrow_scope, paths=json.dumps(filters.only))
        if (pool := filters.shared) is not None:
            self._run(Q.keep_shared, pool=pool.pool, most=pool.most, agent=pool.agent)
        if filters.tags:
            self._run(Q.keep_tagged, tags=json.dumps(filters.tags))
            if not self._holds_any:
                return (f"no memory bears tag:{','.join(filters.tags)}",)
        if filters.untagged:
            self._run(Q.drop_tagged, tags=json.dumps(filters.untagged))
        if filters.applies:
            self._run(Q.keep_applying, applies=json.dumps(filters.applies))
            if not self._holds_any:
                return (f"no memory says applies:{','.join(filters.applies)}",)
        return self._keep_dates(filters.since, filters.until) if filters.since or filters.until else ()

    def _keep_paths(self, within: tuple[str, ...], outside: tuple[str, ...]) -> None:
        """Keep what lies at or below one of some paths and at none of others."""
        inside, out = [PathFilter(path) for path in within], [PathFilter(path) for path in outside]
        remaining = [
            path
            for (path,) in self._run(Q.paths_of_scope)
            if (not inside or any(place.holds(path) for place in inside))
            and not any(place.holds(path) for place in out)
        ]
        self._run(Q.narrow_scope, paths=json.dumps(remaining))

    def _keep_dates(self, since: str, until: str) -> tuple[str, ...]:
        """Keep what is dated within two days; a note where nothing is."""
        (undated,) = self._run(Q.undated_in_scope).fetchone()
        self._run(Q.narrow_to_dates, since=since, until=until)
        if self._holds_any:
            return ()
        more = f"; {undated} have no date yet" if undated else ""
        return (f"nothing is dated {since or 'ever'} to {until or 'now'}{more}",)

    def _narrow_to_phrase(self, phrase: str, *, keeps: bool) -> str:
        """Return a note where nothing holds a phrase. With `keeps`, what doesn't hold it is dropped, if anything does.

        Memories alone don't decide of others.
        """
        match = match_all(without_surrogates(phrase))
        if not match:
            return ""
        beside, code = self._is_true(Q.any_memory), self._is_true(Q.any_code)
        remembered = beside and self._is_true(Q.any_memory_holding, match=match)
        held = self._is_true(Q.any_holding, match=match) or (code and self._is_true(Q.any_code_holding, match=match))
        if keeps and held:
            self._run(Q.keep_holding, match=match)
            if code:
                self._run(Q.keep_code_holding, match=match)
        if keeps and beside and (held or remembered):
            self._run(Q.keep_memories_holding, match=match)
        if held or (remembered and not self._holds_any):
            return ""
        return unheld_note(phrase, "no document" if remembered else "nothing")

    def _drop_phrases(self, phrases: tuple[str, ...]) -> None:
        """Drop from the scope what holds any of some phrases."""
        for match in filter(None, (match_all(without_surrogates(phrase)) for phrase in phrases)):
            self._run(Q.drop_holding, match=match)
            if self._is_true(Q.any_memory):
                self._run(Q.drop_memories_holding, match=match)


def unheld_note(phrase: str, what: str = "nothing") -> str:
    """The note that nothing of a kind holds a phrase."""
    return f'{what} holds "{phrase[:60]}" as it stands; its words were looked up'
