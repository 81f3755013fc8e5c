"""How is a claim made, and what does its answer say?"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.benchmarks.grades.calls import Answer, Call
from tests.benchmarks.grades.playing import Stage
from tests.benchmarks.grades.table import Row

Set = list[dict[str, Any]]
Sets = Mapping[str, Set]
Asked = tuple[dict[str, Any], Answer]

BATCH = 40
"""Calls of a session: a client that makes more is none that people have."""
FIRST = 5


def remember(row: Mapping[str, Any], *, quote: bool = False) -> Call:
    """The call that makes a claim, with its place in brackets where it has one."""
    place = f" ({row['place']})" if row.get("place") else ""
    given = {"content": row["claim"].rstrip() + place}
    return Call("remember", given | ({"quote": row["quote"]} if quote and row.get("quote") else {}))


def claims(at: Stage, rows: Set, *, quote: bool = False, alone: bool = False) -> Iterator[Asked]:
    """Each claim of a set in a fresh home, and its answer.

    Those of one recorded session are made together, or each in its own where they are to be `alone`; what has a setup
    always is, and what another session said is said before.
    """
    at.fresh()
    together: dict[str, Set] = defaultdict(list)
    for number, row in enumerate(rows):
        apart = alone or bool(row.get("setup"))
        together[f"{number}" if apart else str(row.get("session"))].append(row)
    for part in batches(list(together.values())):
        row = part[0]
        if row.get("other"):
            at.play([], row["other"])
        calls = [remember(one, quote=quote) for one in part]
        yield from zip(part, at.play(calls, row.get("session") or "", row.get("setup")), strict=True)
        if len(part) == 1:
            at.clean()


def batches(parts: Sequence[Set]) -> Iterator[Set]:
    """No part longer than a session is."""
    for part in parts:
        for first in range(0, len(part), BATCH):
            yield part[first : first + BATCH]


def judged(at: Stage, row: Mapping[str, Any], answer: Answer, good: bool | None, kind: str = "") -> Row:
    """A row of the results, with all that was said of the claim's sources."""
    checks = [one for one in answer.data.get("checks") or () if ":" in one]
    said = answer.text if answer.error else " · ".join([str(answer.data.get("why", "")), *words(answer), *checks])
    return Row(
        question=row["id"],
        repository=at.name,
        id=row["id"],
        kind=kind,
        outcome=answer.outcome,
        grade=answer.grade,
        good=good,
        claim=row["claim"],
        said=said,
    )


def words(answer: Answer) -> list[str]:
    """The words of sources that an answer shows."""
    return [str(one) for one in answer.data.get("source_words") or ()]


def search(at: Stage, queries: Sequence[str], **more: object) -> list[str]:
    """The answers to some queries, asked in a later session."""
    answers: list[str] = []
    for first in range(0, len(queries), BATCH):
        calls = [Call("search_knowledge", {"query": query, **more}) for query in queries[first : first + BATCH]]
        answers += [answer.text for answer in at.play(calls)]
    return answers


def stands(text: str, id: str) -> bool:
    """Whether a memory is among those of an answer."""
    return id[:12] in text
