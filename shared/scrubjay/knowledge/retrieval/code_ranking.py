"""Ranking of definitions: exact names first, then words and names; tests and generated code last."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from scrubjay.knowledge.retrieval.code_order import asks_for_tests, is_generated, is_test, name_stems
from scrubjay.knowledge.retrieval.exact import Exact
from scrubjay.knowledge.retrieval.hits import LONG_LINES, is_for_machines
from scrubjay.knowledge.retrieval.index import PassageRow
from scrubjay.text.scripts import folded_text

PER_FILE: Final = 3
"""Definitions of one file in an answer."""

HELD: Final = 0.5
NAMED: Final = 0.5
"""What counts beside the share of the best bm25: the share of the question's words that a definition and its path
hold, and how alike its name is to them. Of 44 questions over four repositories 29 by sentence and 41 by three words are
among the first eight; 28 and 41 with .5 for the path besides, 23 and 41 with a name that weighs four times a body."""


REMEMBERED: Final = 8192
"""Headings and paths of which is remembered what they say: a question compares two hundred definitions."""

_stems = lru_cache(REMEMBERED)(name_stems)
_is_test = lru_cache(REMEMBERED)(is_test)
_is_generated = lru_cache(REMEMBERED)(is_generated)


RankedCode = tuple[PassageRow, float, float | None]
"""A definition in its place: the piece that is shown, its score, the share that it holds of what words tell."""


def rank_code(
    scored: Sequence[tuple[PassageRow, float]], words: Mapping[str, float], query: str, exact: Exact
) -> list[RankedCode]:
    """The definitions in their order: what the query names, then the rest before tests, then by score.

    `scored` are pieces with their shares of the best bm25, `words` what each word of the query tells. What was written
    for a machine comes last. A query that speaks of tests doesn't put them behind.
    """
    asked, tests = name_stems(query), asks_for_tests(query)
    whole = sum(words.values())
    keys: list[tuple[object, ...]] = []
    ranked: list[RankedCode] = []
    for row, share in scored:
        path, heading, title, body = row["path"], row["heading"], row["title"], row["text"]
        text, held = f"{path} {title} {heading} {body}", 0.0
        text = text.lower() if text.isascii() else folded_text(text)
        for word, worth in words.items():
            if word in text:
                held += worth
        told = round(held / whole, 6) if whole > 0 else None
        name = _stems(heading.rpartition(".")[2])
        shared = len(asked & name)
        named = shared / (len(asked) * len(name)) ** 0.5 if shared else 0.0
        score = round(share + HELD * (told or 0.0) + NAMED * named, 6)
        rank = -exact.documents.get(row["content_id"], 0), -exact.passages.get(row["id"], 0)
        machine = _is_generated(title)
        if not machine and rank == (0, 0):
            short = len(body) <= LONG_LINES or len(body) <= LONG_LINES * (body.count("\n") + 1)
            machine = not (heading and short) and is_for_machines(heading, body)
        last = not tests and _is_test(path, heading)
        keys.append((rank, machine, last, -score, path, row["start_line"]))
        ranked.append((row, score, told))
    order = sorted(range(len(keys)), key=keys.__getitem__)
    return _one_per_definition([ranked[n] for n in order], exact)


def _one_per_definition(pieces: Sequence[RankedCode], exact: Exact) -> list[RankedCode]:
    """Each definition once, where its best piece stands, shown by the piece that holds most of the query."""
    definitions: dict[tuple[int, str], list[RankedCode]] = {}
    for piece in pieces:
        row = piece[0]
        definitions.setdefault((row["content_id"], row["heading"] or str(row["id"])), []).append(piece)
    return [held[0] if len(held) == 1 else _shown_piece(held, exact) for held in definitions.values()]


def _shown_piece(pieces: Sequence[RankedCode], exact: Exact) -> RankedCode:
    """The piece by which a definition is shown: that named best, then with most words, then the first."""
    row, _, held = min(
        pieces,
        key=lambda one: (exact.rank(one[0]["content_id"], one[0]["id"]), -(one[2] or 0.0), one[0]["start_line"]),
    )
    return row, pieces[0][1], held


def first_of_files(ranked: Sequence[RankedCode], limit: int) -> list[RankedCode]:
    """The first definitions, at most so many of a file."""
    chosen: list[RankedCode] = []
    counts: dict[str, int] = {}
    for one in ranked:
        path = one[0]["path"]
        if counts.get(path, 0) >= PER_FILE:
            continue
        counts[path] = counts.get(path, 0) + 1
        chosen.append(one)
        if len(chosen) >= limit:
            break
    return chosen
