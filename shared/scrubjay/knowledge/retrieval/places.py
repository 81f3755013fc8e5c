"""Places in code where a name is defined, called or mentioned, as hits at exactly these lines."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scrubjay.knowledge.chunking.languages import PREFIX
from scrubjay.knowledge.chunking.tags import calling_languages, tagged_languages
from scrubjay.knowledge.index.generation import in_scope
from scrubjay.knowledge.retrieval.pool import Scored
from scrubjay.knowledge.retrieval.query import ParsedQuery
from scrubjay.knowledge.retrieval.scope import Filters, Q, set_scope
from scrubjay.knowledge.retrieval.sqlite_index import read_hits
from scrubjay.model.counted import counted
from scrubjay.model.frozen import replace
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.model.pattern import pattern
from scrubjay.storage.driver import Connection, Row

MOST = 400
"""Places of one name that are looked at, and passages that further words are looked up in."""

ROLES: Final[Mapping[str, tuple[str, ...]]] = {
    "symbol": ("definition",),
    "callers": ("call",),
    "references": ("call", "reference"),
}
"""What each operator asks for. `references` holds calls too: whoever changes a name wants all its uses."""

_NOTHING: Final = {"symbol": "nothing defines", "callers": "nothing calls", "references": "nothing names"}
_JOINS = pattern(r"::|#|->")


def find_places(connection: Connection, view: int, filters: Filters, query: ParsedQuery, limit: int) -> HybridResult:
    """The places in code that the operators ask for, with a note for each operator that found none.

    By operator, then by the query's further words, then whole names before ends of names, by path and line.
    """
    narrowing = set_scope(connection, view, filters)
    by_words = in_scope(connection, Q.code_by_words, match=query.match, limit=MOST) if query.match else ()
    worth = {row["id"]: -float(row["score"]) for row in by_words}
    hits: list[Hit] = []
    notes: list[str] = []
    for operator, name in _asked_names(filters):
        rows = _place_rows(connection, operator, name)
        rows.sort(key=lambda row: -worth.get(row["passage"], 0.0))
        hits += _hits(connection, rows, worth)
        if not rows:
            notes.append(f"{_NOTHING[operator]} {name[:60]} by this name in code that is read for it")
            notes += _without_reader(connection, operator)
    unread = in_scope(connection, Q.count_unread_code).fetchone()[0]
    if unread:
        notes.append(f"symbols of {counted(unread, 'file')} are not read yet; `scrubjay ingest` reads them now")
    unique: dict[tuple[str, int], Hit] = {}
    for hit in hits:
        unique.setdefault((hit.path, hit.start_line), hit)
    return HybridResult(
        hits=tuple(unique.values())[:limit], recipe="symbols", degraded=(), embedded=1.0,
        notes=(*narrowing, *notes), steps=("places by name",),
    )  # fmt: skip


def _without_reader(connection: Connection, operator: str) -> list[str]:
    """Notes on the languages in the scope that can't be read for what an operator asks."""
    able = tagged_languages() if operator == "symbol" else calling_languages()
    rows = in_scope(connection, Q.formats_of_code)
    files = {row["format"].removeprefix(PREFIX): row["files"] for row in rows}
    lacking = [f"{language} {count:,}" for language, count in files.items() if language not in able]
    what = "definitions" if operator == "symbol" else "calls and uses"
    return [f"not read: {what} in {', '.join(lacking)}; search their words with kind:code"] if lacking else []


def _asked_names(filters: Filters) -> Iterator[tuple[str, str]]:
    """Each operator of the filters with each name that it asks for."""
    for operator, names in (
        ("symbol", filters.symbol), ("callers", filters.callers), ("references", filters.references),
    ):  # fmt: skip
        for name in names:
            yield operator, name


def _place_rows(connection: Connection, operator: str, written: str) -> list[Row]:
    """The rows of the places of a name, by an operator."""
    path = _JOINS.sub(".", written.replace("\0", "").removesuffix("()")).strip(".")
    roles = json.dumps(ROLES[operator])
    return in_scope(connection, Q.places, path=path, name=path.rpartition(".")[2], roles=roles, limit=MOST).fetchall()


def _hits(connection: Connection, rows: Sequence[Row], worth: Mapping[int, float]) -> Iterator[Hit]:
    """A hit for each place: a definition with its text, or a call with its line."""
    passages = dict.fromkeys(row["passage"] for row in rows)
    scored = [Scored(passage, 0, round(worth.get(passage, 0.0), 6)) for passage in passages]
    whole = {hit.passage: hit for hit in read_hits(connection, scored, {})}
    for row in rows:
        hit = whole.get(row["passage"])
        if hit is None:
            continue
        lines = hit.text.split("\n")
        first = min(row["line"] - hit.start_line, len(lines) - 1)
        last = min(row["end_line"] - hit.start_line, len(lines) - 1)
        text = "\n".join(lines[first : last + 1])
        end = min(row["end_line"], hit.end_line)
        heading = row["symbol"] or hit.heading
        yield replace(hit, path=row["path"], start_line=row["line"], end_line=end, heading=heading, text=text)
