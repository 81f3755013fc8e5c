"""What words weigh in the full texts of some projects together: keys, frequencies, sizes, as bm25 asks for them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.text.scripts import is_beginning
from scrubjay_team.database.queries import load
from scrubjay_team.index.keys import Area, word_key
from scrubjay_team.index.tokens import IndexedText, TextTokens

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection
    from scrubjay_team.index.scope import ProjectInScope

Q = load(__package__)

K1, B = 1.2, 0.75
LEAST_RARITY: Final = 1e-6
"""As FTS5 has them."""

MOST_HOLDERS: Final = 1000
"""Rows with all words of a phrase, the newest, of which the phrase itself is looked for in the text."""

MOST_OCCURRENCES: Final = 5000
MOST_BEGINNINGS: Final = 200

_WORD = pattern(r"\w")


@dataclass(frozen=True, slots=True)
class Hits:
    """The rows that hold a phrase or a beginning: their contents, lengths in tokens, and how often each has it."""

    contents: Mapping[int, int]
    lengths: Mapping[int, int]
    frequencies: Mapping[int, int]


def rarity(rows: int, held: int) -> float:
    """The weight of a token that so many of the rows hold."""
    return max(math.log((rows - held + 0.5) / (held + 0.5)) if held < rows + 0.5 else 0.0, LEAST_RARITY)


def bm25(rarity: float, frequency: float, length: int, average: float) -> float:
    """What one token adds to the score of a row."""
    return rarity * (frequency * (K1 + 1)) / (frequency + K1 * (1 - B + B * length / average))


class WordStatistics:
    """The words of some projects' full texts, on the connection of a transaction that is somebody's."""

    def __init__(self, connection: Connection, projects: Sequence[ProjectInScope], tokens: TextTokens) -> None:
        self._connection = connection
        self._projects = projects
        self._tokens = tokens
        self._totals: dict[int, tuple[int, int]] | None = None
        self._held: dict[tuple[Area, str], int] = {}
        self._hits: dict[tuple[Area, str], Hits] = {}

    def rows(self, sql: str, **values: object) -> list[Any]:
        """The rows of a statement for the projects."""
        ids = [project.id for project in self._projects]
        sent = {name: _as_array(value) for name, value in values.items()}
        return self._connection.execute(sql, {"projects": ids, **sent}).fetchall()

    def terms(self, token: str) -> tuple[str, ...]:
        """The tokens of a word or phrase; none for a mere sign."""
        return self._tokens.of(token) if _WORD.search(token) or not token.isascii() else ()

    def is_single(self, token: str) -> bool:
        """Whether one key stands for a token: it is one word, and no beginning of others."""
        return len(self.terms(token)) == 1 and not is_beginning(token)

    def keys(self, area: Area, terms: Iterable[str]) -> list[int]:
        """The keys of some words in each project: those of the first project first."""
        each = list(terms)
        return [word_key(project.number, area, term) for project in self._projects for term in each]

    def total(self, area: Area) -> tuple[int, float]:
        """How many rows a full text has, and their mean length in tokens."""
        if self._totals is None:
            self._totals = {row["area"]: (row["items"], row["length"]) for row in self.rows(Q.totals)}
        items, length = self._totals.get(area, (0, 0))
        return items, length / items if items else 1.0

    def held(self, area: Area, tokens: Iterable[str]) -> dict[str, int]:
        """How many rows hold each of some tokens; 0 for what no row holds."""
        each = dict.fromkeys(tokens)
        single = {token: self.terms(token)[0] for token in each if self.is_single(token)}
        new = [term for term in dict.fromkeys(single.values()) if (area, term) not in self._held]
        if new:
            self._read((area,), new)
        return {
            token: self._held[area, single[token]] if token in single else len(self.hits(area, token).frequencies)
            for token in each
        }

    def prepare(self, tokens: Iterable[str]) -> None:
        """Read at once what a search will ask for: how many rows of each full text hold some words."""
        terms = {self.terms(token)[0] for token in tokens if self.is_single(token)}
        self._read((Area.PASSAGES, Area.DOCUMENTS, Area.PATHS, Area.CODE), sorted(terms))

    def _read(self, areas: Sequence[Area], terms: Sequence[str]) -> None:
        rows = self.rows(Q.frequencies, areas=list(areas), terms=list(terms))
        self._held |= {(area, term): 0 for area in areas for term in terms}
        self._held |= {(Area(row["area"]), row["term"]): row["items"] for row in rows}

    def hits(self, area: Area, token: str) -> Hits:
        """The rows that hold a phrase or a beginning, in the scope or not; of very many the newest."""
        if (area, token) not in self._hits:
            terms = self.terms(token)
            beginning = len(terms) == 1 and is_beginning(token)
            find = self._beginning if beginning else self._phrase
            self._hits[area, token] = find(area, terms) if terms else Hits({}, {}, {})
        return self._hits[area, token]

    def holders(self, area: Area, terms: Sequence[str], most: int = MOST_HOLDERS) -> list[Any]:
        """The rows that hold all of some words, in the scope or not: item, content, length; the newest first."""
        if not terms:
            return []
        return self.rows(Q.holders, area=area, keys=self.keys(area, terms), most=most)

    def _phrase(self, area: Area, terms: tuple[str, ...]) -> Hits:
        rows = {row["item"]: row for row in self.holders(area, tuple(dict.fromkeys(terms)))}
        found = self._tokens.frequencies(area, self._texts(area, rows), terms) if rows else {}
        return Hits({id: rows[id]["content"] for id in found}, {id: rows[id]["length"] for id in found}, found)

    def _beginning(self, area: Area, terms: tuple[str, ...]) -> Hits:
        words = [row["term"] for row in self.rows(Q.beginning, area=area, start=terms[0], most=MOST_BEGINNINGS)]
        if not words:
            return Hits({}, {}, {})
        rows = self.rows(Q.occurrences, area=area, keys=self.keys(area, words), most=MOST_OCCURRENCES)
        return Hits(
            {row["item"]: row["content"] for row in rows},
            {row["item"]: row["length"] for row in rows},
            {row["item"]: row["frequency"] for row in rows},
        )

    def _texts(self, area: Area, items: Iterable[int]) -> list[IndexedText]:
        """What some rows of a full text are made of, read as who asks may read it."""
        if area in (Area.PATHS, Area.CODE_PATHS):
            rows = self.rows(Q.path_texts, ids=list(items))
            return [IndexedText(id=row["id"], text=row["text"]) for row in rows]
        text = Q.document_texts if area == Area.DOCUMENTS else Q.passage_texts
        return [read_row(row) for row in self.rows(text, ids=list(items))]


def _as_array(value: object) -> object:
    """A list of ids or keys as PostgreSQL writes it, for a fifth of what the driver takes to; all else as it is."""
    if isinstance(value, list) and value and isinstance(value[0], int):
        return f"{{{','.join(map(str, value))}}}"
    return value


def read_row(row: Mapping[str, Any]) -> IndexedText:
    """The text that a row of a passage or of a whole document gives."""
    return IndexedText(
        id=row["id"], text=row["text"], title=row["title"], heading=row.get("heading", ""), format=row["format"],
        blob=row["blob"],
    )  # fmt: skip
