"""Full-text rows of contents, each in the tables of its format: code, memories, and all other texts."""

import re
from typing import Final

from scrubjay.knowledge.chunking.languages import PREFIX
from scrubjay.knowledge.chunking.languages import language_of as code_language_of
from scrubjay.knowledge.index.generation import Q
from scrubjay.knowledge.index.kinds import MEMORY, kind_of
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.storage.driver import Connection
from scrubjay.text.languages import language_of, language_term, stem_terms
from scrubjay.text.names import index_terms, name_token, path_terms
from scrubjay.text.scripts import stored
from scrubjay.text.words import spaced_camel_case

SIGNATURE_LINES: Final = 6
"""Lines of a signature at most; a longer one is one of many parameters, which stand in the body too."""

MAX_SIGNATURE: Final = 400

_STRING: Final = r""" "(?:[^"\\\n]|\\.)*+" | '(?:[^'\\\n]|\\.)*+' """
_HASH: Final = pattern(
    rf"""(?P<prose>"{{3}}.*?(?:"{{3}}|\Z)|'{{3}}.*?(?:'{{3}}|\Z)|\#[^\n]*+)|{_STRING}""", re.DOTALL | re.VERBOSE
)
_SLASH: Final = pattern(
    r"""(?P<prose>/\*.*?(?:\*/|\Z)|//[^\n]*+)| "(?:[^"\\\n]|\\.)*+" | '(?:[^'\\\n]|\\.)' """, re.DOTALL | re.VERBOSE
)
"""Comments, where no string or character holds their sign; a quotation mark of Rust's lifetimes opens none."""

_BOTH: Final = pattern(rf"(?P<prose>/\*.*?(?:\*/|\Z)|//[^\n]*+|\#(?!\[)[^\n]*+)|{_STRING}", re.DOTALL | re.VERBOSE)
_COMMENTS: Final = {"python": _HASH, "ruby": _HASH, "bash": _HASH, "php": _BOTH}
"""How a language writes comments and docstrings; every other as C does."""

_IDENTIFIER: Final = pattern(
    r"(?<![\w$])(?=[^\W_]*+_\w|[a-z][^\WA-Z]*+[A-Z]|[A-Z][^\Wa-z]*+[a-z][^\WA-Z]*+[A-Z]|[^\W\d]*+\d)[A-Za-z_]\w{2,}+"
)
"""Names that aren't a mere word, which the body has."""

_ENDS: Final = pattern(r"[{;]\s*$|(?<![:,(]):\s*$|=>\s*$|=\s*$")
_ABOVE: Final = pattern(r"\s*(?:@|#\[|\[)")
"""Decorators, attributes and annotations, which stand above what is declared."""


@dataclass(frozen=True, slots=True)
class CodeFields:
    """The words of a passage of code, as the full-text table holds them."""

    name: str
    signature: str
    prose: str
    body: str
    terms: str


def code_fields(heading: str, text: str, language: str) -> CodeFields:
    """The fields of a passage of code, under its definition's path; code outside of definitions has no signature."""
    prose, code = _prose_and_code(text, _COMMENTS.get(language, _SLASH))
    signature = _signature(code) if heading else ""
    return CodeFields(
        name=stored(spaced_camel_case(heading)),
        signature=stored(spaced_camel_case(signature)),
        prose=stored(spaced_camel_case(prose)),
        body=stored(spaced_camel_case(code)),
        terms=f"{index_terms(f'{heading} {text}')} {_identifiers(f'{heading} {text}')}".rstrip(),
    )


def _identifiers(text: str) -> str:
    """The identifiers of a text, each by itself whatever stands before it: `settings.max_size` has `max_size`."""
    found = dict.fromkeys(_IDENTIFIER.findall(text))
    return " ".join(dict.fromkeys(map(name_token, found)))


def _prose_and_code(text: str, comments: re.Pattern[str]) -> tuple[str, str]:
    """The comments of a passage of code that people wrote in prose, and the code without them."""
    prose: list[str] = []

    def taken(match: re.Match[str]) -> str:
        if match["prose"] is None:
            return match[0]
        prose.append(match[0])
        return "\n" * match[0].count("\n")

    code = comments.sub(taken, text)
    return "\n".join(prose), code


def _signature(code: str) -> str:
    """The first lines of a declaration, up to its body."""
    lines = [line for line in code.split("\n") if line.strip()]
    while len(lines) > 1 and _ABOVE.match(lines[0]):
        lines.pop(0)
    kept: list[str] = []
    for line in lines[:SIGNATURE_LINES]:
        kept.append(line.strip())
        if _ENDS.search(line):
            break
    return " ".join(kept)[:MAX_SIGNATURE]


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
        """Write the row of a content's whole text; memories and code have none."""
        if self._format == MEMORY or self._format.startswith(PREFIX):
            return
        named = language_term(self._language) if self._language else ""
        self._write(connection, Q.index_document, content, self._title.strip(), text[:DOCUMENT_BODY], named)

    def _write(self, connection: Connection, sql: str, id: int, title: str, body: str, named: str = "") -> None:
        """Write one row of the full-text table."""
        terms = f"{self._terms(title, body)} {named}".rstrip()
        connection.execute(sql, {"id": id, "title": stored(title), "body": stored(body), "terms": terms})

    def _terms(self, title: str, body: str) -> str:
        """The words of a title and a body as the index holds them, with stems where the language is known."""
        text = f"{title}\n{body}"
        if text != self._last[0]:
            stems = stem_terms(text, self._language) if self._language else ""
            self._last = (text, f"{index_terms(text)} {stems}".rstrip())
        return self._last[1]


def unindex(connection: Connection, content: int) -> None:
    """Delete the full-text rows of a content from the index of its format."""
    row = connection.execute(Q.content_title, {"id": content}).fetchone()
    format = row["format"] if row is not None else ""
    sql = Q.unindex_memory if format == MEMORY else Q.unindex_code if format.startswith(PREFIX) else Q.unindex_passage
    for passage in connection.execute(Q.passage_ids, {"content": content}).fetchall():
        connection.execute(sql, {"id": passage[0]})
    if sql == Q.unindex_passage:
        connection.execute(Q.unindex_document, {"id": content})


def index_path(connection: Connection, id: int, path: str) -> None:
    """Write the full-text row of a path; paths of source files go into an index of their own."""
    sql = Q.index_code_path if code_language_of(path) else Q.index_path
    connection.execute(sql, {"id": id, "words": path_terms(path)})
