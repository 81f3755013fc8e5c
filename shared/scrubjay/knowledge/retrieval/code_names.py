"""Names of code in a query, however they are qualified, with the passages that define them or hold an asked line."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scrubjay.knowledge.retrieval.query import ParsedQuery
from scrubjay.knowledge.retrieval.scope import Q
from scrubjay.storage.driver import Connection
from scrubjay.text.scripts import stored
from scrubjay.text.stop_words import STOP_WORDS
from scrubjay.text.words import spaced

MOST: Final = 50
"""Definitions of one name that are looked at."""

MOST_NAMES: Final = 8

MOST_PARTS: Final = 4
"""Last parts of a qualified name that are looked up: definitions lie in few others, and each costs two look-ups."""

FIRST: Final = 100
"""What the definition of a query's first name counts, each further one's one less; only holding a name less."""

_PART: Final = r"[^\W\d][\w$]*|\$\w+"
_JOIN: Final = r"\.|::|->|\#|\\"
_NAME: Final = re.compile(rf"(?<![\w$])(?:{_PART})(?:(?:{_JOIN})~?(?:{_PART}))*", re.VERBOSE)
_IS_ONE: Final = re.compile(r"_|[a-z][A-Z]|\$|\.|::|->|#|\\")
_ALONE: Final = re.compile(r"\W*\w+\W*")
_LINE: Final = re.compile(r"(?<![\w./@+-])([\w./@+-]++)(?::|\#L|\(|\"?,?\ (?:on\ )?line\ )(\d{1,7})(?!\d)", re.VERBOSE)
"""As compilers, tracebacks and forges print a line of a file; each run of a path's characters is looked at once."""

_FILE: Final = re.compile(r".*\w\.[A-Za-z]\w{0,9}")
_HERE: Final = re.compile(r"\A(?:\.{1,2}/)++")


@dataclass(frozen=True, slots=True)
class CodeNames:
    """The names of a query that code defines, as they are typed, and what each passage with a definition counts."""

    labels: tuple[str, ...] = ()
    passages: tuple[tuple[int, int], ...] = ()


def names_of(query: ParsedQuery) -> tuple[str, ...]:
    """The names in a query: by their form, or every word where nothing else is asked; in their order."""
    found = (match[0].strip("\\") for match in _NAME.finditer(query.text))
    alone = query.bare or _ALONE.fullmatch(query.text)
    named = dict.fromkeys(name for name in found if alone or _IS_ONE.search(name))
    telling = [name for name in named if name.lower() not in STOP_WORDS]
    return tuple(telling or named)[:MOST_NAMES]


def ends_of(name: str) -> Iterator[str]:
    """The path of a definition that a qualified name may end with, the longest first: `Client.send`, then `send`."""
    parts = re.sub(rf"(?:{_JOIN})~?", ".", name, flags=re.VERBOSE).lstrip("$").split(".")[-MOST_PARTS:]
    for start in range(len(parts)):
        yield ".".join(parts[start:])


def lines_of(text: str) -> list[tuple[str, int]]:
    """The lines of files that a text names, as `src/app.py:12`; paths without the `./` before them."""
    found = ((_HERE.sub("", path), int(line)) for path, line in _LINE.findall(text))
    return [(path, line) for path, line in found if _FILE.fullmatch(path)][:MOST_NAMES]


def defined_names(connection: Connection, query: ParsedQuery) -> CodeNames:
    """Look the names of a query up among the definitions of `temp.code`, and `file:line` among its passages."""
    if query.pasted:
        return CodeNames()
    labels: list[str] = []
    passages: dict[int, int] = {}
    for number, name in enumerate(names_of(query)):
        for end in ends_of(name):
            if found := _symbols(connection, end) or _headed(connection, end):
                labels.append(name)
                for passage in found:
                    passages.setdefault(passage, FIRST - number)
                break
    for path, line in lines_of(query.text):
        held = connection.execute(Q.code_at_line, {"path": path, "line": line, "limit": MOST}).fetchall()
        passages |= {row["id"]: FIRST for row in held}
        labels += [f"{path}:{line}"] if held else []
    return CodeNames(tuple(labels), tuple(passages.items()))


def _symbols(connection: Connection, end: str) -> list[int]:
    """The passages that define what ends so, by the grammars' symbols."""
    params = {"path": end, "name": end.rpartition(".")[2], "roles": json.dumps(["definition"]), "limit": MOST}
    return [row["passage"] for row in connection.execute(Q.places, params)]


def _headed(connection: Connection, end: str) -> list[int]:
    """The first passages under a heading that ends so, for languages of which no symbols are read."""
    words = stored(spaced(end.rpartition(".")[2])).replace('"', " ")
    params = {"match": f'name : "{words}"', "end": end, "limit": MOST}
    return [row["id"] for row in connection.execute(Q.code_headed, params)]
