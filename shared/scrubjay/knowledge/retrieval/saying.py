"""What does a hit say? A document found by a stub or a list shows a passage that says something, where it has one."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from scrubjay.knowledge.chunking.languages import PREFIX
from scrubjay.knowledge.retrieval.exact import Exact
from scrubjay.knowledge.retrieval.query import ParsedQuery
from scrubjay.knowledge.retrieval.scope import Q
from scrubjay.knowledge.retrieval.supersession import Newer
from scrubjay.model.hit import Hit
from scrubjay.storage.driver import Connection, Row
from scrubjay.text.saying import has_comment, says_something
from scrubjay.text.telling import held, telling_words

PROSE: Final = ("markdown", "rst", "asciidoc", "text")

LONG_LINES: Final = 400
"""Characters a line, on average, from which on code was written for a machine alone."""

TRIED: Final = 12
"""Passages of a document that are tried for one that says something."""


def may_answer(hit: Hit) -> bool:
    """Whether a passage says something. Records, memories, commits and talk always do."""
    if hit.format in PROSE:
        return says_something(hit.text, hit.format)
    if not hit.format.startswith(PREFIX):
        return True
    if len(hit.text) > LONG_LINES * (hit.text.count("\n") + 1):
        return False
    return bool(hit.heading) or has_comment(hit.text)


def said(
    connection: Connection, hits: Sequence[Hit], query: ParsedQuery, exact: Exact, superseded_by: Newer
) -> tuple[Hit, ...]:
    """The hits, each with a passage of its document that says something, which stands once; else it is silent.

    What the query names exactly stays as it was found, all of it where nothing but filters is asked. What replaced
    something is never silent, nor is what holds more of the words than all that says something.
    """
    if not query.match:
        return tuple(hits)
    mute = {hit.passage for hit in hits if exact.rank(hit.content, hit.passage) == (0, 0) and not may_answer(hit)}
    if not mute:
        return tuple(hits)
    contents = sorted({hit.content for hit in hits if hit.passage in mute and hit.format in PROSE})
    passages: dict[int, list[Row]] = {}
    for row in connection.execute(Q.texts_of_contents, {"contents": json.dumps(contents)}):
        passages.setdefault(row["content_id"], []).append(row)
    words, kept = telling_words(query.text), {path for paths in superseded_by.values() for path in paths}
    most = max((_held(hit, words) for hit in hits if hit.passage not in mute), default=0)
    shown = {hit.passage for hit in hits} - mute
    told: list[Hit] = []
    for hit in hits:
        if hit.passage not in mute:
            told.append(hit)
        elif (row := _beside(hit, passages.get(hit.content, ()), words)) is None:
            silent = hit.path not in kept and _held(hit, words) <= most
            told.append(replace(hit, silent=silent))
        elif row["id"] not in shown:
            shown.add(row["id"])
            told.append(_at(hit, row))
    return tuple(told)


def _held(hit: Hit, words: frozenset[str]) -> int:
    return held(f"{hit.path} {hit.title} {hit.heading} {hit.text}", words)


def _beside(hit: Hit, passages: Iterable[Row], words: frozenset[str]) -> Row | None:
    """The passage of a document that holds most of some words and says something; of equal ones the nearest."""
    ordered = sorted(passages, key=lambda row: (-held(row["text"], words), abs(row["start_line"] - hit.start_line)))
    tried = islice((row for row in ordered if row["id"] != hit.passage), TRIED)
    return next((row for row in tried if says_something(row["text"], hit.format)), None)


def _at(hit: Hit, row: Row) -> Hit:
    return replace(
        hit,
        passage=row["id"],
        heading=row["heading"],
        start_line=row["start_line"],
        end_line=row["end_line"],
        text=row["text"],
    )


def telling(hits: Sequence[Hit], *, every: bool) -> tuple[Hit, ...]:
    """The hits that say something; all where none does, or with `every`."""
    saying = tuple(hit for hit in hits if not hit.silent)
    return saying if saying and not every else tuple(hits)
