"""The index of a search in PostgreSQL, inside one transaction of who asks: passages, definitions, vectors, by id."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from scrubjay.inference.numeric import np
from scrubjay.knowledge.index.codes import as_vectors
from scrubjay.knowledge.index.nearest import nearest_rows, without_zeros
from scrubjay.knowledge.retrieval.places import ROLES
from scrubjay_team.index.keys import Area, number_of
from scrubjay_team.index.scope import CODE
from scrubjay_team.index.statistics import Q
from scrubjay_team.index.terms import PostgresTerms

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrubjay.knowledge.index.codes import Codes
    from scrubjay.knowledge.index.generation import Part
    from scrubjay.knowledge.retrieval.index import IndexView, Members, PassageRow
    from scrubjay.model.encoded import Vector
    from scrubjay_team.index.scope import Scope
    from scrubjay_team.index.statistics import WordStatistics

EXACT: Final = 50_000
"""Vectors of all projects that are searched, up to which each is compared: 4.8 ms at 40,000 (design/team.md)."""

SPARE: Final = 64
"""Neighbours beyond those asked for: PostgreSQL compares in half precision, and they are compared again."""

_HEADER: Final = 4
"""Bytes before the components of a halfvec as it is sent."""


class PostgresIndex(PostgresTerms):
    """The index of one search; each row is read once, and as who asks may read it."""

    def __init__(self, scope: Scope, statistics: WordStatistics, *, code: bool = True) -> None:
        """`code`: whether the views have any code."""
        super().__init__(scope, statistics)
        self._code = code
        self._rows: dict[int, PassageRow] = {}
        self._sent: dict[int, bytes] = {}

    def has_code(self) -> bool:
        """Whether the scope has code."""
        rows, kinds = self._scope.rows, self._scope.kinds
        if rows is not None:
            return any(row.kind == CODE for row in rows)
        return self._code and (kinds is None or CODE in kinds)

    def defining(self, name: str, most: int) -> Sequence[int]:
        """The passages that define a name with this ending, by the symbols that grammars found."""
        return [row["passage"] for row in self.places(name, ROLES["symbol"], most)]

    def places(self, name: str, roles: Sequence[str], most: int) -> list[Any]:
        """Where the scope's code bears a name in some roles: symbol, line, end_line, path, passage; whole names first.

        `name` has parts joined by "."; a definition's path ends with it.
        """
        rows = self._in_code(Q.places, path=name, name=name.rpartition(".")[2], roles=list(roles), most=most)
        return [{**row, "path": self._scope.told(row["path"], row["content"])} for row in rows]

    def languages_of_code(self) -> dict[str, int]:
        """How many files of each format the scope's code has."""
        return {row["format"]: row["files"] for row in self._in_code(Q.formats_of_code)}

    def headed(self, name: str, most: int) -> Sequence[int]:
        """The first passages under a heading with this ending."""
        rows = self._in_code(Q.headed, path=name, name=name.rpartition(".")[2], most=most)
        return [row["id"] for row in rows]

    def at_line(self, path: str, line: int, most: int) -> Sequence[int]:
        """The passages of code that hold a line of a file."""
        rows = self._in_code(Q.at_line, path=path, base=path.rpartition("/")[2], line=line, most=most)
        return [row["id"] for row in rows]

    def heads(self, passages: Collection[int]) -> Sequence[int]:
        """The first piece of each definition that some passages are pieces of."""
        return [row["id"] for row in self._statistics.rows(Q.heads, ids=list(passages))] if passages else []

    def pieces_holding(self, tokens: Sequence[str]) -> Collection[int]:
        """All passages of code that hold all of some tokens."""
        held = self.holders(Area.CODE, tokens)
        shown = self._shown(set(held.values()))
        return {passage for passage, content in held.items() if content in shown}

    def nearest(self, query: Vector, most: int, part: Part = "scope") -> Sequence[tuple[int, float]]:
        """The passages of the scope nearest to a vector, each with its cosine; code and memories have none here."""
        if part != "scope" or not query.any():
            return []
        sql = Q.nearest_of_all if self._scope.vectors <= EXACT else Q.nearest_by_graph
        asked = f"[{','.join(f'{component:.6g}' for component in query.tolist())}]"
        rows = self._statistics.rows(sql, vector=asked, most=most + SPARE, **self._scope.within(Area.PASSAGES))
        self._owners |= {row["passage"]: row["content"] for row in rows}
        self._sent |= {row["passage"]: row["code"] for row in rows}
        found = [row["passage"] for row in rows]
        return nearest_rows(zip(found, map(bytes, self._codes(found)), strict=True), query, most)

    def states(self, passages: Sequence[int]) -> Mapping[int, bytes]:
        """The token states of some passages."""
        return {row["passage"]: row["states"] for row in self._statistics.rows(Q.states, ids=list(passages))}

    def rows(self, passages: Iterable[int]) -> Mapping[int, PassageRow]:
        """What a hit shows of some passages, each read once."""
        new = [passage for passage in passages if passage not in self._rows]
        if new:
            within = self._scope.within(None)
            found = self._statistics.rows(Q.passage_rows, ids=new, view=within["view"], kinds=within["kinds"])
            for row in found:
                if path := self._path(row["content_id"], row["path"]):
                    self._rows[row["id"]] = {**row, "path": self._scope.told(path, row["content_id"])}
                    self._owners[row["id"]] = row["content_id"]
        return self._rows

    def view(self) -> IndexView:
        """What is known of contents and passages."""
        return self

    def owners(self, passages: Collection[int]) -> Mapping[int, int]:
        """The content of each of some passages."""
        new = [passage for passage in passages if passage not in self._owners]
        if new:
            self._owners |= {row["id"]: row["content"] for row in self._statistics.rows(Q.owners, ids=new)}
        return {passage: self._owners[passage] for passage in passages if passage in self._owners}

    def members(self, contents: Sequence[int], most: int) -> Members:
        """The first passages of some contents."""
        (row,) = self._statistics.rows(Q.members, contents=list(contents), most=most)
        return np.array(row["ids"], dtype=np.int64), np.array(row["contents"], dtype=np.int64)

    def vectors(self, passages: Sequence[int] | NDArray[np.int64]) -> tuple[NDArray[np.int64], Vector]:
        """The vectors of some passages."""
        asked = np.asarray(passages, dtype=np.int64).tolist()
        if new := [passage for passage in asked if passage not in self._sent]:
            (row,) = self._statistics.rows(Q.vectors, ids=new)
            codes = row["codes"]
            size = len(codes) // max(1, len(row["ids"]))
            self._sent |= {passage: codes[n * size : n * size + size] for n, passage in enumerate(row["ids"])}
        there = [passage for passage in asked if passage in self._sent]
        return without_zeros(np.array(there, dtype=np.int64), as_vectors(self._codes(there)))

    def texts(self, contents: Collection[int]) -> Iterable[PassageRow]:
        """All passages of some contents, by content and place."""
        return self._statistics.rows(Q.texts, contents=list(contents))

    def paths(self, contents: Collection[int]) -> Iterable[str]:
        """The paths of the scope's documents at which some contents stand."""
        return [
            self._scope.told(row["path"], row["content"])
            for row in self._places(contents)
            if row["kind"] != CODE and self._scope.may_show(row["content"], row["path"])
        ]

    def contents_at(self, paths: Collection[str]) -> Mapping[str, PassageRow]:
        """The document at each of some paths, where there is one."""
        asked = {self._scope.own(path): path for path in paths}
        rows = self._statistics.rows(
            Q.contents_at, paths=list({path for path, _ in asked}), view=self._scope.view,
            kinds=self._scope.within(None)["kinds"],
        )  # fmt: skip
        return {
            asked[row["path"], number]: {"content_id": row["content"], "title": row["title"]}
            for row in rows
            if (row["path"], number := number_of(row["content"])) in asked
            and self._scope.may_show(row["content"], row["path"])
        }

    def first_at(self, paths: Collection[str]) -> Sequence[int]:
        """The first passage of each document at one of some paths."""
        contents = sorted({row["content_id"] for row in self.contents_at(paths).values()})
        return self.members(contents, 1)[0].tolist() if contents else []

    def _in_code(self, sql: str, **values: object) -> list[Any]:
        """The rows of a statement about the scope's code."""
        if not self.has_code():
            return []
        within = self._scope.within(Area.CODE)
        return self._statistics.rows(sql, view=within["view"], allowed=within["allowed"], **values)

    def _places(self, contents: Collection[int]) -> list[Any]:
        return self._statistics.rows(
            Q.paths_of, contents=list(contents), view=self._scope.view, kinds=self._scope.within(None)["kinds"]
        )

    def _path(self, content: int, first: str | None) -> str | None:
        """The first path of a content in the scope; `first` is that in the view."""
        if self._scope.paths is None:
            return first
        return self._scope.paths.get(content, (None,))[0]

    def _shown(self, contents: Collection[int]) -> set[int]:
        """Those of some contents that the scope shows."""
        if self._scope.paths is not None:
            return {content for content in contents if content in self._scope.paths}
        return {row["content"] for row in self._places(contents)} if contents else set()

    def _codes(self, passages: Sequence[int]) -> Codes:
        """The codes of the vectors of some passages that were read: whole numbers of a byte, sent in half precision."""
        return codes_sent([self._sent[passage] for passage in passages])


def codes_sent(sent: Sequence[bytes]) -> Codes:
    """The codes in vectors as `halfvec_send` gives them."""
    if not sent:
        return np.zeros((0, 1), dtype=np.int8)
    rows = np.frombuffer(b"".join(sent), dtype=np.uint8).reshape(len(sent), -1)
    return np.ascontiguousarray(rows[:, _HEADER:]).view(">f2").astype(np.int8)
