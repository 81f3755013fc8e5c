"""Places in mirrored code where a name is defined, called or mentioned, as hits at exactly these lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from scrubjay.knowledge.chunking.languages import PREFIX
from scrubjay.knowledge.chunking.tags import calling_languages, tagged_languages
from scrubjay.knowledge.retrieval.hits import hit_of
from scrubjay.knowledge.retrieval.places import MOST, ROLES
from scrubjay.model.frozen import replace
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.model.pattern import pattern

if TYPE_CHECKING:
    from scrubjay.knowledge.retrieval.answering import DocumentQuery
    from scrubjay.knowledge.retrieval.scope import Filters
    from scrubjay_team.index.postgres_index import PostgresIndex

NOT_FOUND: Final = {"symbol": "nothing defines", "callers": "nothing calls", "references": "nothing names"}

_JOINS = pattern(r"::|#|->")


def find_places(index: PostgresIndex, asked: DocumentQuery) -> HybridResult:
    """The places that the operators ask for, with a note for each operator that found none, as at home.

    By operator, then by the query's further words, then whole names before ends of names, by path and line.
    """
    worth = index.best("code", asked.parsed.first, MOST) if asked.parsed.match else {}
    hits: list[Hit] = []
    notes: list[str] = []
    for operator, written in asked_names(asked.filters):
        name = _JOINS.sub(".", written.replace("\0", "").removesuffix("()")).strip(".")
        rows = index.places(name, ROLES[operator], MOST)
        rows.sort(key=lambda row: -worth.get(row["passage"], 0.0))
        hits += _hits(index, rows, worth)
        if not rows:
            notes.append(f"{NOT_FOUND[operator]} {written[:60]} by this name in code that is read for it")
            notes += unread_languages(operator, index.languages_of_code())
    unique: dict[tuple[str, int], Hit] = {}
    for hit in hits:
        unique.setdefault((hit.path, hit.start_line), hit)
    return HybridResult(
        hits=tuple(unique.values())[: asked.limit], recipe="symbols", degraded=(), embedded=1.0, notes=tuple(notes),
        steps=("places by name",),
    )  # fmt: skip


def asked_names(filters: Filters) -> Iterator[tuple[str, str]]:
    """Each operator of the filters with each name that it asks for."""
    for operator in ROLES:
        for name in getattr(filters, operator):
            yield operator, name


def unread_languages(operator: str, files: Mapping[str, int]) -> list[str]:
    """The note on languages, by how many files are in each, that can't be read for what an operator asks."""
    able = tagged_languages() if operator == "symbol" else calling_languages()
    named = {format.removeprefix(PREFIX): count for format, count in files.items()}
    lacking = [f"{language} {count:,}" for language, count in named.items() if language not in able]
    what = "definitions" if operator == "symbol" else "calls and uses"
    return [f"not read: {what} in {', '.join(lacking)}; search their words with kind:code"] if lacking else []


def _hits(index: PostgresIndex, rows: Sequence[Any], worth: Mapping[int, float]) -> Iterator[Hit]:
    """A hit for each place: a definition with its text, or a call with its line."""
    shown = index.rows({row["passage"] for row in rows})
    for row in rows:
        if row["passage"] not in shown:
            continue
        hit = hit_of(shown[row["passage"]], score=round(worth.get(row["passage"], 0.0), 6), scores={}, ranks={})
        lines = hit.text.split("\n")
        first = min(row["line"] - hit.start_line, len(lines) - 1)
        last = min(row["end_line"] - hit.start_line, len(lines) - 1)
        end = min(row["end_line"], hit.end_line)
        yield replace(
            hit, path=row["path"], start_line=row["line"], end_line=end, heading=row["symbol"] or hit.heading,
            text="\n".join(lines[first : last + 1]),
        )  # fmt: skip
