"""Conversion of the passages that were found into hits, and the choice of each document's most telling passage."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Final

from scrubjay.knowledge.chunking.languages import PREFIX
from scrubjay.knowledge.index.kinds import kind_of
from scrubjay.knowledge.retrieval.exact import Exact
from scrubjay.knowledge.retrieval.index import IndexView, PassageRow
from scrubjay.knowledge.retrieval.pool import Scored
from scrubjay.knowledge.retrieval.query import ParsedQuery
from scrubjay.knowledge.retrieval.scoring import Newer, successors
from scrubjay.model.frozen import replace
from scrubjay.model.hit import Hit
from scrubjay.text.saying import has_comment, says_something
from scrubjay.text.telling import held, telling_words


def hit_of(row: PassageRow, *, score: float, scores: Mapping[str, float], ranks: Mapping[str, int]) -> Hit:
    """A row of `Passages.rows` as a hit."""
    return Hit(
        passage=row["id"], content=row["content_id"], path=row["path"], blob=row["blob"], heading=row["heading"],
        start_line=row["start_line"], end_line=row["end_line"], title=row["title"], text=row["text"],
        changed_at=row["changed_at"], score=score, scores=scores, ranks=ranks, kind=kind_of(row["format"]),
        format=row["format"],
    )  # fmt: skip


class FoundPassages:
    """Passages that were found, best first, with their rows; each is made a hit when it is needed.

    One that has no row is none.
    """

    def __init__(
        self,
        rows: Mapping[int, PassageRow],
        scored: Sequence[Scored],
        arms: Mapping[str, Sequence[tuple[int, float]]],
    ) -> None:
        self.rows = rows
        self.scored = [candidate for candidate in scored if candidate.passage in rows]
        self._arms = {arm: dict(ranking) for arm, ranking in arms.items()}
        self._ranks = {arm: {item: n for n, (item, _) in enumerate(ranking, 1)} for arm, ranking in arms.items()}
        close = [(-one.reranker, place) for place, one in enumerate(scored) if one.reranker is not None]
        self._ranks["reranker"] = {scored[place].passage: n for n, (_, place) in enumerate(sorted(close), 1)}

    def hit(self, candidate: Scored) -> Hit:
        """A candidate as a hit, with its score and rank in each arm and stage."""
        passage = candidate.passage
        scores = {arm: round(found[passage], 6) for arm, found in self._arms.items() if passage in found}
        if candidate.cosine is not None:  # also where the vector arm brought a passage that no pool holds
            scores["vector"] = candidate.cosine
        if candidate.reranker is not None:
            scores["reranker"] = candidate.reranker
        ranks = {arm: found[passage] for arm, found in self._ranks.items() if passage in found}
        return hit_of(self.rows[passage], score=candidate.score, scores=scores, ranks=ranks)


def first_passages_of_successors(
    view: IndexView, superseded_by: Mapping[str, tuple[str, ...]], paths: Collection[str]
) -> Sequence[int]:
    """The first passages of decisions that replace found ones and weren't found themselves."""
    newer = successors(paths, superseded_by)
    return view.first_at(newer) if newer else ()


PROSE: Final = ("markdown", "rst", "asciidoc", "text")

LONG_LINES: Final = 400
"""Characters a line, on average, from which on code was written for a machine alone."""

TRIED: Final = 12
"""Passages of a document that are tried for one that says something."""


def may_answer(hit: Hit) -> bool:
    """Whether a passage says anything to a reader. Records, memories, commits and conversations always do."""
    if hit.format in PROSE:
        return says_something(hit.text, hit.format)
    if not hit.format.startswith(PREFIX):
        return True
    return not is_for_machines(hit.heading, hit.text)


def is_for_machines(heading: str, text: str) -> bool:
    """Whether code was written for a machine alone: in long lines, or outside of any definition without a comment."""
    return len(text) > LONG_LINES * (text.count("\n") + 1) or not (heading or has_comment(text))


def with_telling_passages(
    view: IndexView, hits: Sequence[Hit], query: ParsedQuery, exact: Exact, superseded_by: Newer
) -> tuple[Hit, ...]:
    """The hits; a passage that says nothing is replaced by a telling one of its document.

    What the query names exactly stays as it was found, all of it where nothing but filters is asked. What replaced
    something is never silent, nor is what holds more of the words than all that says something.
    """
    if not query.match:
        return tuple(hits)
    mute = {hit.passage for hit in hits if exact.rank(hit.content, hit.passage) == (0, 0) and not may_answer(hit)}
    if not mute:
        return tuple(hits)
    contents = {hit.content for hit in hits if hit.passage in mute and hit.format in PROSE}
    passages: dict[int, list[PassageRow]] = {}
    for passage in view.texts(contents) if contents else ():
        passages.setdefault(passage["content_id"], []).append(passage)
    words, kept = telling_words(query.text), {path for paths in superseded_by.values() for path in paths}
    most = cache(lambda: max((_count_words_held(hit, words) for hit in hits if hit.passage not in mute), default=0))
    shown = {hit.passage for hit in hits} - mute
    told: list[Hit] = []
    for hit in hits:
        if hit.passage not in mute:
            told.append(hit)
        elif (row := _telling_passage(hit, passages.get(hit.content, ()), words)) is None:
            silent = hit.path not in kept and _count_words_held(hit, words) <= most()
            told.append(replace(hit, silent=silent))
        elif row["id"] not in shown:
            shown.add(row["id"])
            told.append(_hit_at_passage(hit, row))
    return tuple(told)


def _count_words_held(hit: Hit, words: frozenset[str]) -> int:
    """How many of some words a hit holds in its path, title, heading and text."""
    return held(f"{hit.path} {hit.title} {hit.heading} {hit.text}", words)


def _telling_passage(hit: Hit, passages: Sequence[PassageRow], words: frozenset[str]) -> PassageRow | None:
    """The passage of a hit's document that says something and holds the most words; of equal ones the nearest."""
    places = [(-held(row["text"], words), abs(row["start_line"] - hit.start_line)) for row in passages]
    ordered = sorted(range(len(places)), key=places.__getitem__)
    others = [place for place in ordered if passages[place]["id"] != hit.passage][:TRIED]
    return next((passages[n] for n in others if says_something(passages[n]["text"], hit.format)), None)


def _hit_at_passage(hit: Hit, row: PassageRow) -> Hit:
    """A hit with another passage of its document."""
    return replace(
        hit,
        passage=row["id"],
        heading=row["heading"],
        start_line=row["start_line"],
        end_line=row["end_line"],
        text=row["text"],
    )


def telling_hits(hits: Sequence[Hit], *, every: bool) -> tuple[Hit, ...]:
    """The hits that say something; all hits where none does, or with `every`."""
    saying = tuple(hit for hit in hits if not hit.silent)
    return saying if saying and not every else tuple(hits)
