"""The values that the public API gives: frozen, their fields the keys that docs/reference/json.md describes."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")


class FrozenDict(dict[str, Any]):
    """A dict that nobody changes. As a dict it goes through `dataclasses.asdict`, `json`, `copy` and `pickle`."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("Values of the public API are frozen. Change a copy: dict(value).")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> "tuple[type[FrozenDict], tuple[dict[str, Any]]]":
        return FrozenDict, (dict(self),)


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageHit:
    """A passage that a search found; the keys of `results[]` of `scrubjay search --json`."""

    id: str
    path: str
    blob: str
    start_line: int
    end_line: int
    title: str
    heading: str
    author: str
    kind: str
    grade: str
    status: str
    date: str
    dated_by: str
    replaces: tuple[str, ...]
    also: tuple[str, ...]
    discussion: str
    place: str
    marks: tuple[str, ...]
    far: str
    text: str
    scores: Mapping[str, float | None]
    ranks: Mapping[str, int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryHit:
    """A memory that a search found; the keys of `memories[]` of `scrubjay search --json`."""

    id: str
    title: str
    grade: str
    source: str
    text: str
    grounds: tuple[Mapping[str, str], ...]
    status: str
    date: str
    marks: tuple[str, ...]
    far: str
    scores: Mapping[str, float | None]
    ranks: Mapping[str, int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAnswer:
    """What a search found: the keys of `scrubjay search --json`. `fit` is nothing, weak or good."""

    query: str
    fit: str
    degraded: tuple[str, ...]
    notes: tuple[str, ...]
    view: Mapping[str, str]
    embedded: float
    results: tuple[PassageHit, ...]
    memories: tuple[MemoryHit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RememberedClaim:
    """What became of a claim: the keys of `scrubjay remember --json`. `outcome` is stored, known, held or blocked."""

    outcome: str
    grade: str
    id: str
    grounds: tuple[Mapping[str, str], ...]
    near: tuple[str, ...]
    other: Mapping[str, Any]
    why: str
    add: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryEntry:
    """A memory as lists show it: the keys of `memories[]` of `scrubjay memories --json`."""

    id: str
    scope: str
    kind: str
    content: str
    status: str
    grade: str
    told: str
    grounds: tuple[Mapping[str, str], ...]
    tags: tuple[str, ...]
    applies: str
    author: str
    origin: str
    agent: str
    session: str
    branch: str
    commit: str
    at: str
    valid_until: str
    contradicts: tuple[str, ...]
    elsewhere: str
    published: str
    alike: tuple[str, ...]
    fell_at: str
    used: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptContext:
    """The memory blocks for a prompt, and their tokens; `missing` names what wasn't ready, `warnings` what it lacks."""

    text: str
    tokens: int
    missing: tuple[str, ...]
    warnings: tuple[str, ...]


def as_value(kind: type[T], found: Mapping[str, Any]) -> T:
    """A frozen value of a class, its fields taken from the keys of `found`."""
    return kind(**{each.name: _frozen(found[each.name]) for each in fields(kind)})  # type: ignore[arg-type]


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return FrozenDict({key: _frozen(one) for key, one in value.items()})
    return tuple(_frozen(one) for one in value) if isinstance(value, list) else value
