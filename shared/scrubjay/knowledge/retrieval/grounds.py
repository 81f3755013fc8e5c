"""Passages that say what a claim says: those that hold all of its words, and records that share its rarest.

Nothing is put into a scope and nothing is fused: what the words lead to is held against the view, row by row.
"""

import json
from collections.abc import Callable, Iterable
from typing import Final

from scrubjay.knowledge.retrieval.keyword import chosen
from scrubjay.knowledge.retrieval.query import all_of, any_of, parse_query
from scrubjay.knowledge.retrieval.scope import Q
from scrubjay.knowledge.retrieval.sqlite_terms import SqliteTerms
from scrubjay.model.frozen import dataclass
from scrubjay.model.view import View
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

CANDIDATES: Final = 40
"""Passages that a look-up gives, those that hold its words best."""

RAREST: Final = 8
"""Words of a text by which records are looked up, the rarest."""

QUERY: Final = 1_000
"""Characters of a text that are looked up."""


@dataclass(frozen=True, slots=True)
class StatedPassage:
    """A passage of a document: its text, and the file and lines where the view has it."""

    text: str
    path: str
    lines: tuple[int, int]


class GroundPassages:
    """Looks up passages of one project by the words of a claim; `visible` fills `temp.visible` with a view's documents.

    Methods read one snapshot each, or that of the caller's block.
    """

    def __init__(self, knowledge: Database, visible: Callable[[Connection, View], int]) -> None:
        self._knowledge = knowledge
        self._visible = visible

    def holding(self, text: str, view: View, holds: Callable[[str], bool]) -> tuple[StatedPassage, ...]:
        """The passages of documents that hold every word of a text and for which `holds` is true, best first.

        Reports of incidents state what went wrong, and aren't looked at.
        """
        query = parse_query(text[:QUERY])
        match = all_of(query.words or query.exact)

        def find(connection: Connection) -> tuple[StatedPassage, ...]:
            params = {"match": match, "view": self._visible(connection, view), "limit": CANDIDATES}
            rows = [row for row in connection.execute(Q.passages_holding, params) if holds(row["text"])]
            paths = self._paths_of(connection, params["view"], {row["content_id"] for row in rows}) if rows else {}
            return tuple(
                StatedPassage(row["text"], paths[row["content_id"]], (row["start_line"], row["end_line"]))
                for row in rows
            )

        return self._knowledge.read(find) if match else ()

    def records(self, text: str, view: View) -> tuple[str, ...]:
        """The paths of the view's decision records that share the rarest words of a text, best first."""

        def find(connection: Connection) -> tuple[str, ...]:
            number = self._visible(connection, view)
            match = any_of(chosen(SqliteTerms(connection), parse_query(text[:QUERY]), RAREST))
            params = {"match": match, "view": number, "limit": CANDIDATES}
            rows = connection.execute(Q.records_by_words, params) if match else ()
            return tuple(dict.fromkeys(row["path"] for row in rows))

        return self._knowledge.read(find)

    def _paths_of(self, connection: Connection, number: object, contents: Iterable[int]) -> dict[int, str]:
        """The path of each of some contents in a view."""
        params = {"view": number, "contents": json.dumps(sorted(contents))}
        return dict(connection.execute(Q.paths_of_documents, params).fetchall())
