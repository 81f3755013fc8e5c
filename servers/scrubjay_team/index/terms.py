"""Words in PostgreSQL's index: which rows of a scope hold some, ranked by the bm25 of the core's full text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from scrubjay.model.frozen import dataclass
from scrubjay.text.languages import FUNCTION_WORDS, language_term
from scrubjay_team.index.keys import Area
from scrubjay_team.index.statistics import Q, WordStatistics, bm25, rarity

if TYPE_CHECKING:
    from scrubjay.knowledge.retrieval.index import Corpus, PassageRow, Table
    from scrubjay_team.index.scope import Scope

CANDIDATES: Final = 5000
"""Rows that the words of a query find in one full text; commoner words only add to the scores of these."""

AREAS: Final[Mapping[Table, Area]] = {
    "passages": Area.PASSAGES, "documents": Area.DOCUMENTS, "paths": Area.PATHS, "code": Area.CODE,
}  # fmt: skip
_OF: Final[Mapping[Corpus, Area]] = {"documents": Area.PASSAGES, "code": Area.CODE}
_PATHS: Final[Mapping[Corpus, Area]] = {"documents": Area.PATHS, "code": Area.CODE_PATHS}


@dataclass(frozen=True, slots=True)
class LookedUp:
    """The tokens by which rows are found: all rows of the rare ones, and up to `room` more of the next commoner one."""

    rare: tuple[str, ...] = ()
    common: tuple[str, ...] = ()
    room: int = 0


def looked_up(held: Mapping[str, int], most: int) -> LookedUp:
    """Which tokens find at most so many rows: the rarest first; those that no row holds aside."""
    rare: list[str] = []
    room = most
    for token in sorted((token for token, rows in held.items() if rows), key=held.__getitem__):
        if held[token] > room:
            return LookedUp(tuple(rare), (token,) if room else (), room)
        rare.append(token)
        room -= held[token]
    return LookedUp(tuple(rare), (), room)


class PostgresTerms:
    """The words of a scope; statistics are those of its projects together."""

    def __init__(self, scope: Scope, statistics: WordStatistics) -> None:
        self._scope = scope
        self._statistics = statistics
        self._owners: dict[int, int] = {}

    def languages(self) -> tuple[str, ...]:
        """The languages other than English that documents are in."""
        terms = {language: language_term(language) for language in FUNCTION_WORDS}
        held = self._statistics.held(Area.DOCUMENTS, terms.values())
        return tuple(language for language, term in terms.items() if held[term])

    def count(self, corpus: Corpus) -> int:
        """How many passages a corpus has, in the scope or not."""
        return self._statistics.total(_OF[corpus])[0]

    def frequencies(self, corpus: Corpus, words: Iterable[str]) -> Mapping[str, int]:
        """How many passages of a corpus hold each of some words."""
        return self._statistics.held(_OF[corpus], words)

    def best(self, table: Table, tokens: Sequence[str], most: int) -> Mapping[int, float]:
        """The rows that hold any of some tokens, best first."""
        scores = self._scored(AREAS[table], tokens, most)
        if table != "paths":
            return {item: score for item, _, score in scores}
        best: dict[int, float] = {}
        for _, content, score in scores:
            best.setdefault(content, score)
        return best

    def holding(self, corpus: Corpus, tokens: Sequence[str], most: int) -> Sequence[PassageRow]:
        """The passages that hold all of some tokens, best first."""
        area = _OF[corpus]
        each = [token for token in dict.fromkeys(tokens) if self._statistics.terms(token)]
        if len(each) == 1 and self._statistics.is_single(each[0]):
            scored = self._scored(area, each, most)
        else:
            items = self.holders(area, each)
            scored = [one for one in self._scored(area, each, len(items), items) if one[0] in items][:most]
        rows = {row["id"]: row for row in self._statistics.rows(Q.passages_found, ids=[item for item, _, _ in scored])}
        return [{**rows[item], "score": -score} for item, _, score in scored if item in rows]

    def called(self, corpus: Corpus, tokens: Sequence[str], most: int) -> Sequence[PassageRow]:
        """The contents whose path holds any of some tokens, shorter paths first."""
        area = _PATHS[corpus]
        single = [self._statistics.terms(token)[0] for token in tokens if self._statistics.is_single(token)]
        others = [token for token in tokens if self._statistics.terms(token) and not self._statistics.is_single(token)]
        also = {item for token in others for item in self._statistics.hits(area, token).frequencies}
        if not (single or also):
            return []
        found = self._statistics.rows(
            Q.paths_with, area=area, keys=self._statistics.keys(area, single), also=list(also), most=most,
            **self._scope.within(area),
        )  # fmt: skip
        return [{"id": row["content"], "path": self._scope.told(row["path"], row["content"])} for row in found]

    def newest(self, most: int) -> Sequence[int]:
        """The first passage of each content, the newest first."""
        rows = self._statistics.rows(Q.newest, most=most, **self._scope.within(None))
        return [row["id"] for row in rows]

    def holders(self, area: Area, tokens: Sequence[str]) -> dict[int, int]:
        """The rows of a full text that hold all of some tokens, in the scope or not, each with its content."""
        single = [self._statistics.terms(token)[0] for token in tokens if self._statistics.is_single(token)]
        others = [token for token in tokens if self._statistics.terms(token) and not self._statistics.is_single(token)]
        found: dict[int, int] | None = None
        if single:
            rows = self._statistics.holders(area, tuple(dict.fromkeys(single)), MOST_HELD)
            found = {row["item"]: row["content"] for row in rows}
        for token in others:
            contents = self._statistics.hits(area, token).contents
            found = dict(contents) if found is None else {id: c for id, c in found.items() if id in contents}
        return found or {}

    def _scored(
        self, area: Area, tokens: Sequence[str], most: int, also: Iterable[int] = ()
    ) -> list[tuple[int, int, float]]:
        """The best rows of the scope that hold any of some tokens, and those of `also`: item, content, bm25."""
        statistics = self._statistics
        asked = [token for token in tokens if statistics.terms(token)]
        held = statistics.held(area, asked)
        rows, average = statistics.total(area)
        rarities = {token: rarity(rows, held[token]) for token in asked}
        single = [token for token in asked if statistics.is_single(token) and held[token]]
        others = [token for token in asked if not statistics.is_single(token) and held[token]]
        named = {*also, *(item for token in others for item in statistics.hits(area, token).frequencies)}
        if not (single or named):
            return []
        found_by = LookedUp() if also else looked_up({token: held[token] for token in single}, CANDIDATES)
        terms = {token: statistics.terms(token)[0] for token in single}
        found = statistics.rows(
            Q.path_words if area == Area.PATHS else Q.words, area=area, average=average, most=most, also=list(named),
            finding=statistics.keys(area, [terms[token] for token in found_by.rare]),
            filling=statistics.keys(area, [terms[token] for token in found_by.common]), room=found_by.room,
            keys=statistics.keys(area, [terms[token] for token in single]),
            rarities=[rarities[token] for token in single], **self._scope.within(area),
        )  # fmt: skip
        if area in (Area.PASSAGES, Area.CODE):
            self._owners |= {row["item"]: row["content"] for row in found}
        scored = [self._with_others(area, row, others, rarities, average) for row in found]
        scored.sort(key=lambda one: (-one[2], -(one[1] if area == Area.PATHS else one[0])))
        return scored[: max(most, len(named)) if also else most]

    def _with_others(
        self, area: Area, row: Any, others: Sequence[str], rarities: Mapping[str, float], average: float
    ) -> tuple[int, int, float]:
        """A found row with what phrases and beginnings add to its score."""
        score = row["score"]
        for token in others:
            times = self._statistics.hits(area, token).frequencies.get(row["item"])
            if times:
                score += bm25(rarities[token], times, row["length"], average)
        return row["item"], row["content"], score


MOST_HELD: Final = 20_000
"""Rows that hold all of some words, at most, of which a phrase that must stand in the text narrows a scope to some."""
