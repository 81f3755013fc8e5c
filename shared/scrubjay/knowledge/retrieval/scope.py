"""What a search may return: the view, narrowed by every filter while candidates are made."""

from __future__ import annotations

import json
from dataclasses import dataclass

from scrubjay.knowledge.index.kinds import DISCUSSIONS, ONLY_BY_NAME, SUBMODULES
from scrubjay.knowledge.index.scope import FilledScope, create, database_state, filled
from scrubjay.knowledge.retrieval.operators import PathFilter, is_wild, plain
from scrubjay.knowledge.retrieval.query import match_all
from scrubjay.model.pool import PoolView
from scrubjay.storage.driver import Connection, load

Q = load(__package__)

_BY_NAME = (*ONLY_BY_NAME, *SUBMODULES.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Narrow a search; all of them together count.

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
        """The phrases that stand in the text, or whose passages come first."""
        return (*self.holds, *self.prefers)

    @property
    def asks_for_places(self) -> bool:
        """Whether places in code are asked for by name."""
        return bool(self.symbol or self.callers or self.references)

    @property
    def only_memories(self) -> bool:
        """Whether nothing but memories can be found: they alone bear tags, and say where they hold."""
        return self.kinds == ("memory",) or bool(self.tags or self.applies)

    @property
    def only_discussions(self) -> bool:
        """Whether nothing but texts of discussions can be found."""
        return bool(self.kinds) and set(self.kinds) <= set(DISCUSSIONS)


def visible_kinds(filters: Filters) -> tuple[str, ...]:
    """The kinds in `temp.visible` that a search looks at; none means all but `ONLY_BY_NAME` and what faded.

    Decisions and incidents stand among documents, faded memories beside the others.
    """
    kinds = {"document" if kind in {"decision", "incident"} else kind for kind in filters.kinds}
    return tuple(sorted(kinds | {"faded"} if "memory" in kinds else kinds))


def set_scope(connection: Connection, view: int, filters: Filters) -> tuple[str, ...]:
    """Make `temp.scope` hold what one search may show; memories and code stand in `temp.memories` and `temp.code`.

    Returns which filters found nothing, in words. Both are filled anew when anything changed: the database, or a
    temporary table of this connection, such as the view. Must run inside a transaction.
    """
    scope = filled(connection)
    if scope is None or (scope.view, scope.filters, scope.state) != (view, filters, database_state(connection)):
        notes = _fill(connection, view, filters)
        connection.scope = scope = FilledScope(view, filters, database_state(connection), notes)
    return scope.notes


def _fill(connection: Connection, view: int, filters: Filters) -> tuple[str, ...]:
    path = plain(filters.path)
    wild = is_wild(path)
    create(connection)
    params = {"view": view, "prefix": "" if wild else path, "inside": path, "kinds": json.dumps(filters.kinds),
             "visible_kinds": json.dumps(visible_kinds(filters)), "only_by_name": json.dumps(_BY_NAME)}  # fmt: skip
    connection.execute(Q.fill_scope, params)
    if wild:
        _keep_paths(connection, (path,), ())
    notes = _narrowed(connection, filters) if _any(connection) else ()
    for statement in (Q.set_memories, Q.drop_memories, Q.set_code, Q.drop_code):
        connection.execute(statement)
    if notes:
        return notes
    asked = [*((phrase, True) for phrase in filters.holds), *((phrase, False) for phrase in filters.prefers)]
    notes = tuple(note for phrase, keeps in asked if (note := _holding(connection, phrase, keeps=keeps)))
    _without(connection, filters.lacks)
    return notes


def _narrowed(connection: Connection, filters: Filters) -> tuple[str, ...]:
    """Apply the filters of the query's own operators, one after the other; the first that empties the scope is told."""
    if filters.within or filters.outside:
        _keep_paths(connection, filters.within, filters.outside)
        if not _any(connection):
            return (f"nothing at path:{','.join(filters.within) or '…'}",)
    if filters.only is not None:
        connection.execute(Q.narrow_scope, {"paths": json.dumps(filters.only)})
    if (pool := filters.shared) is not None:
        connection.execute(Q.keep_shared, {"pool": pool.pool, "most": pool.most, "agent": pool.agent})
    if filters.tags:
        connection.execute(Q.keep_tagged, {"tags": json.dumps(filters.tags)})
        if not _any(connection):
            return (f"no memory bears tag:{','.join(filters.tags)}",)
    if filters.untagged:
        connection.execute(Q.drop_tagged, {"tags": json.dumps(filters.untagged)})
    if filters.applies:
        connection.execute(Q.keep_applying, {"applies": json.dumps(filters.applies)})
        if not _any(connection):
            return (f"no memory says applies:{','.join(filters.applies)}",)
    if filters.since or filters.until:
        return _keep_dates(connection, filters.since, filters.until)
    return ()


def _keep_paths(connection: Connection, within: tuple[str, ...], outside: tuple[str, ...]) -> None:
    """Keep what lies at or below one of some paths and at none of others."""
    inside, out = [PathFilter(path) for path in within], [PathFilter(path) for path in outside]
    paths = [row[0] for row in connection.execute(Q.paths_of_scope)]
    remaining = [
        path
        for path in paths
        if (not inside or any(place.holds(path) for place in inside)) and not any(place.holds(path) for place in out)
    ]
    connection.execute(Q.narrow_scope, {"paths": json.dumps(remaining)})


def _keep_dates(connection: Connection, since: str, until: str) -> tuple[str, ...]:
    (undated,) = connection.execute(Q.undated_in_scope).fetchone()
    connection.execute(Q.narrow_to_dates, {"since": since, "until": until})
    if _any(connection):
        return ()
    more = f"; {undated} have no date yet" if undated else ""
    return (f"nothing is dated {since or 'ever'} to {until or 'now'}{more}",)


def _holding(connection: Connection, phrase: str, *, keeps: bool) -> str:
    """Say where nothing holds a phrase. With `keeps` only what holds it stays, or all where nothing does.

    Memories alone don't decide of others.
    """
    match = match_all(plain(phrase))
    if not match:
        return ""
    params, beside = {"match": match}, _memories(connection)
    remembered = beside and connection.execute(Q.any_memory_holding, params).fetchone()[0]
    code = bool(connection.execute(Q.any_code).fetchone()[0])
    held = connection.execute(Q.any_holding, params).fetchone()[0]
    held = held or (code and connection.execute(Q.any_code_holding, params).fetchone()[0])
    if keeps and held:
        connection.execute(Q.keep_holding, params)
        if code:
            connection.execute(Q.keep_code_holding, params)
    if keeps and beside and (held or remembered):
        connection.execute(Q.keep_memories_holding, params)
    if held or (remembered and not _any(connection)):
        return ""
    return unheld(phrase, "no document" if remembered else "nothing")


def unheld(phrase: str, what: str = "nothing") -> str:
    """What is said of a phrase that nothing of a kind holds."""
    return f'{what} holds "{phrase[:60]}" as it stands; its words were looked up'


def _without(connection: Connection, phrases: tuple[str, ...]) -> None:
    """Drop what holds one of some phrases."""
    for match in filter(None, (match_all(plain(phrase)) for phrase in phrases)):
        connection.execute(Q.drop_holding, {"match": match})
        if _memories(connection):
            connection.execute(Q.drop_memories_holding, {"match": match})


def _memories(connection: Connection) -> bool:
    """Whether memories stand beside the scope: only a database of memories has an index of their words."""
    return bool(connection.execute(Q.any_memory).fetchone()[0])


def _any(connection: Connection) -> bool:
    return bool(connection.execute(Q.any_in_scope).fetchone()[0])
