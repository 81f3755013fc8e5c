"""Scope of a search in PostgreSQL: projects, a view, and what filters leave of it while candidates are made."""

from __future__ import annotations

import dataclasses as standard
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from scrubjay.knowledge.retrieval.operators import PathFilter, is_wild, without_surrogates
from scrubjay.knowledge.retrieval.query import phrase_tokens
from scrubjay.knowledge.retrieval.scope import Filters, unheld_note
from scrubjay.model.frozen import dataclass
from scrubjay_team.index.keys import Area, number_of

if TYPE_CHECKING:
    from uuid import UUID

CODE: Final = "code"
JOINT: Final = ":"
"""What stands between a project's name and a path where several projects are searched."""

CODE_AREAS: Final = frozenset({Area.CODE, Area.CODE_PATHS})

Holders = Callable[[Area, Sequence[str]], Mapping[int, int]]
"""Gives the rows of an area that hold all of some tokens, each with its content."""


@dataclass(frozen=True, slots=True)
class ProjectInScope:
    """A project that is searched. `number` keys its words and ids; its vectors are those of one embedder."""

    id: UUID
    number: int
    name: str
    vectors: int = 0
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class ShownPath:
    """A content at a path of the scope; `dated` is ISO 8601 or empty."""

    path: str
    content: int
    path_id: int
    kind: str
    dated: str


@standard.dataclass(frozen=True, kw_only=True)
class Scope:
    """What one search may show. `kinds`: None for every one.

    `rows` are what filters beside kinds left, None where there are none. `notes` say which filter found nothing.
    """

    projects: tuple[ProjectInScope, ...]
    view: int = 0
    kinds: tuple[str, ...] | None = None
    rows: tuple[ShownPath, ...] | None = None
    notes: tuple[str, ...] = ()

    def within(self, area: Area | None) -> Mapping[str, Any]:
        """The scope as statements take it: of documents or code, or of both for no area."""
        allowed = None
        if self.rows is not None:
            code = area in CODE_AREAS
            allowed = sorted({row.content for row in self.rows if area is None or (row.kind == CODE) is code})
        kinds = list(self.kinds) if self.kinds is not None else None
        return {"view": self.view, "kinds": kinds, "allowed": allowed}

    @cached_property
    def paths(self) -> Mapping[int, tuple[str, ...]] | None:
        """The paths that filters left of each content, in order; None where no filter narrows the scope."""
        if self.rows is None:
            return None
        paths: dict[int, list[str]] = {}
        for row in self.rows:
            paths.setdefault(row.content, []).append(row.path)
        return {content: tuple(sorted(each)) for content, each in paths.items()}

    @cached_property
    def vectors(self) -> int:
        """How many vectors all of its projects have."""
        return sum(project.vectors for project in self.projects)

    @cached_property
    def fingerprints(self) -> frozenset[str]:
        """The embedders whose vectors its projects have."""
        return frozenset(project.fingerprint for project in self.projects if project.vectors)

    def may_show(self, content: int, path: str) -> bool:
        """Whether filters left a content at a path, as its project has it."""
        return self.paths is None or path in self.paths.get(content, ())

    def told(self, path: str, content: int) -> str:
        """A path as the search names it: with its project's name where several are searched."""
        if len(self.projects) == 1:
            return path
        number = number_of(content)
        return next((f"{one.name}{JOINT}{path}" for one in self.projects if one.number == number), path)

    def own(self, path: str) -> tuple[str, int | None]:
        """A path of the search as its project has it, and the project's number; None for every project."""
        if len(self.projects) == 1:
            return path, self.projects[0].number
        for one in self.projects:
            if path.startswith(f"{one.name}{JOINT}"):
                return path.removeprefix(f"{one.name}{JOINT}"), one.number
        return path, None


def asked_kinds(filters: Filters) -> tuple[str, ...] | None:
    """The kinds of documents and code that filters let through; None for all of them."""
    if filters.tags or filters.applies or filters.shared is not None:
        return ()
    return filters.kinds or None


def is_narrow(filters: Filters) -> bool:
    """Whether filters beside kinds narrow a scope, so that its rows are to be read."""
    named = filters.path or filters.within or filters.outside or filters.only is not None
    return bool(named or filters.since or filters.until or filters.holds or filters.prefers or filters.lacks)


def narrowed(
    rows: Iterable[ShownPath], filters: Filters, told: Callable[[str, int], str] = lambda path, content: path
) -> tuple[tuple[ShownPath, ...], tuple[str, ...]]:
    """What filters of paths and dates leave of some rows, and a note on the first that leaves nothing.

    `only` are paths as the search names them, by `told`; all others are those of each project.
    """
    kept = tuple(rows)
    if is_wild(path := without_surrogates(filters.path)):
        place = PathFilter(path)
        kept = tuple(row for row in kept if place.holds(row.path))
    if not kept:
        return (), ()
    if filters.within or filters.outside:
        inside, outside = list(map(PathFilter, filters.within)), list(map(PathFilter, filters.outside))
        kept = tuple(
            row
            for row in kept
            if (not inside or any(place.holds(row.path) for place in inside))
            and not any(place.holds(row.path) for place in outside)
        )
        if not kept:
            return (), (f"nothing at path:{','.join(filters.within) or '…'}",)
    if filters.only is not None:
        only = frozenset(filters.only)
        kept = tuple(row for row in kept if told(row.path, row.content) in only)
    if not (filters.since or filters.until):
        return kept, ()
    dated = tuple(row for row in kept if is_within(row.dated, filters.since, filters.until))
    if dated:
        return dated, ()
    undated = sum(not row.dated for row in kept)
    more = f"; {undated} have no date yet" if undated else ""
    return (), (f"nothing is dated {filters.since or 'ever'} to {filters.until or 'now'}{more}",)


def is_within(dated: str, since: str, until: str) -> bool:
    """Whether a date lies within two beginnings of ISO dates, both inclusive; an unknown one doesn't."""
    return bool(dated) and dated >= since and (not until or dated[: len(until)] <= until)


def no_memories(filters: Filters) -> tuple[str, ...]:
    """The note where filters ask for what only memories have."""
    if filters.tags:
        return (f"no memory bears tag:{','.join(filters.tags)}",)
    return (f"no memory says applies:{','.join(filters.applies)}",) if filters.applies else ()


def narrow_to_phrases(
    rows: Sequence[ShownPath], filters: Filters, holders: Holders
) -> tuple[tuple[ShownPath, ...], tuple[str, ...]]:
    """What phrases that must stand in a text, or must not, leave of some rows; a note on each that nothing holds."""
    kept, notes = tuple(rows), list[str]()
    for phrase, keeps in [*((one, True) for one in filters.holds), *((one, False) for one in filters.prefers)]:
        if tokens := phrase_tokens(without_surrogates(phrase)):
            holding = _holding(kept, holders, tokens)
            if not holding:
                notes.append(unheld_note(phrase))
            elif keeps:
                kept = tuple(row for row in kept if row in holding)
    for tokens in filter(None, (phrase_tokens(without_surrogates(phrase)) for phrase in filters.lacks)):
        held = {*holders(Area.DOCUMENTS, tokens).values(), *holders(Area.PASSAGES, tokens).values()}
        kept = tuple(row for row in kept if row.kind == CODE or row.content not in held)
    return kept, tuple(notes)


def _holding(rows: Sequence[ShownPath], holders: Holders, tokens: Sequence[str]) -> Collection[ShownPath]:
    """The rows whose text or path holds all of some tokens."""
    texts = {*holders(Area.DOCUMENTS, tokens).values(), *holders(Area.PASSAGES, tokens).values()}
    code = set(holders(Area.CODE, tokens).values())
    paths = {*holders(Area.PATHS, tokens), *holders(Area.CODE_PATHS, tokens)}
    return {row for row in rows if row.path_id in paths or row.content in (code if row.kind == CODE else texts)}
