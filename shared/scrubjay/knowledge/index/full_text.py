"""Full-text rows of contents, each in the tables of its format: code, memories, and all other texts."""

from scrubjay.knowledge.chunking.languages import PREFIX
from scrubjay.knowledge.chunking.languages import language_of as code_language_of
from scrubjay.knowledge.index.code_fields import code_fields
from scrubjay.knowledge.index.generation import Q
from scrubjay.knowledge.index.kinds import MEMORY, kind_of
from scrubjay.storage import Connection
from scrubjay.text.languages import language_of, language_term, stem_terms
from scrubjay.text.names import index_terms, path_terms
from scrubjay.text.scripts import stored

DOCUMENT_BODY = 200_000
"""Characters of a document that its own full-text row holds; passages hold all of it."""


class FullText:
    """Writes the full-text rows of one content; equal texts are read once."""

    def __init__(self, format: str, title: str, text: str) -> None:
        self._format = format
        self._title = title
        self._language = language_of(text) if kind_of(format) == "document" else ""
        self._last = ("", "")
        """The text read last, and its terms: most conversation turns are one passage."""

    def index_passage(self, connection: Connection, passage: int, heading: str, text: str) -> None:
        """Write the row of a passage."""
        if self._format.startswith(PREFIX):
            fields = code_fields(heading, text, self._format.removeprefix(PREFIX))
            row = {"name": fields.name, "signature": fields.signature, "prose": fields.prose}
            connection.execute(Q.index_code, {"id": passage, "body": fields.body, "terms": fields.terms, **row})
            return
        title = f"{self._title} {heading}".strip()
        sql = Q.index_memory if self._format == MEMORY else Q.index_passage
        self._write(connection, sql, passage, title, text)

    def index_document(self, connection: Connection, content: int, text: str) -> None:
        """Write the row of the whole text, where its format has one."""
        if self._format == MEMORY or self._format.startswith(PREFIX):
            return
        named = language_term(self._language) if self._language else ""
        self._write(connection, Q.index_document, content, self._title.strip(), text[:DOCUMENT_BODY], named)

    def _write(self, connection: Connection, sql: str, id: int, title: str, body: str, named: str = "") -> None:
        terms = f"{self._terms(title, body)} {named}".rstrip()
        connection.execute(sql, {"id": id, "title": stored(title), "body": stored(body), "terms": terms})

    def _terms(self, title: str, body: str) -> str:
        text = f"{title}\n{body}"
        if text != self._last[0]:
            stems = stem_terms(text, self._language) if self._language else ""
            self._last = (text, f"{index_terms(text)} {stems}".rstrip())
        return self._last[1]


def unindex(connection: Connection, content: int) -> None:
    """Delete the full-text rows of a content from its own format's index alone: another table may have no such row."""
    row = connection.execute(Q.content_title, {"id": content}).fetchone()
    format = row["format"] if row is not None else ""
    sql = Q.unindex_memory if format == MEMORY else Q.unindex_code if format.startswith(PREFIX) else Q.unindex_passage
    for passage in connection.execute(Q.passage_ids, {"content": content}).fetchall():
        connection.execute(sql, {"id": passage[0]})
    if sql == Q.unindex_passage:
        connection.execute(Q.unindex_document, {"id": content})


def index_path(connection: Connection, id: int, path: str) -> None:
    """Write the full-text row of a path: those of source files stand in an index of their own."""
    sql = Q.index_code_path if code_language_of(path) else Q.index_path
    connection.execute(sql, {"id": id, "words": path_terms(path)})
