"""What source code imports and calls, by its grammar; no call whose receiver says nothing of whom it calls; pure."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

from scrubjay.errors import LimitExceeded
from scrubjay.graph.mentions import MAX_TEXT, MOST, Mention
from scrubjay.index.chunking.code import parse
from scrubjay.index.chunking.languages import grammar
from scrubjay.index.chunking.querying import cursor

OWN: Final = frozenset({"self", "cls", "this"})
"""Receivers that are the object itself."""

_SCRIPT = (
    "(import_statement) @import (export_statement source: (string)) @import "
    "(call_expression function: (_) @call) (new_expression constructor: (identifier) @call)"
)
_C = "(preproc_include path: (string_literal) @import) (call_expression function: (identifier) @call)"
QUERIES: Final = {
    "python": "(import_statement) @import (import_from_statement) @import (call function: (_) @call)",
    "javascript": _SCRIPT,
    "typescript": _SCRIPT,
    "tsx": _SCRIPT,
    "go": "(import_spec) @import (call_expression function: (_) @call)",
    "java": "(import_declaration) @import",
    "rust": "(mod_item !body) @import (use_declaration) @import",
    "c": _C,
    "cpp": _C,
}
"""What is asked of a grammar. Other languages are read for their symbols only."""

_REQUIRE = re.compile(r"""^require\(\s*["']([^"']+)["']\s*\)""")
_FROM = re.compile(r"""["']([^"']+)["']\s*;?\s*$""")


def code_mentions(text: str, language: str) -> tuple[Mention, ...]:
    """The imports of a file and those calls that may be told apart, in line order."""
    if language not in QUERIES:
        return ()
    try:
        root, data = parse(text, language)
    except LimitExceeded:
        return ()
    captures = cursor(_query(language)).captures(root)
    imports = [m for node in captures.get("import", ()) for m in _IMPORTS[language](_text(node, data), _line(node))]
    known = {mention.alias for mention in imports} - {""}
    found = set(imports)
    for node in captures.get("call", ()):
        written = _text(node, data)
        required = _REQUIRE.match(_text(node.parent, data)) if written == "require" else None
        if required:
            found.add(Mention(_line(node), "import", required[1][:MAX_TEXT]))
            continue
        receiver, _, name = written.replace("::", ".").rpartition(".")
        if re.fullmatch(r"[\w$]+", name) and (not receiver or receiver in OWN or receiver.split(".")[0] in known):
            found.add(Mention(_line(node), "call", receiver[:MAX_TEXT], name[:MAX_TEXT]))
    return tuple(sorted(found)[:MOST])


def _python(text: str, line: int) -> Iterator[Mention]:
    flat = re.sub(r"#[^\n]*|[()\\]", " ", text)
    if match := re.match(r"\s*from\s+([.\w]+)\s+import\s+(.*)", flat, re.DOTALL):
        for part in match[2].split(","):
            name, _, alias = " ".join(part.split()).partition(" as ")
            if name:
                yield Mention(line, "import", match[1][:MAX_TEXT], name[:MAX_TEXT], alias or name)
        return
    for part in flat.split("import", 1)[-1].split(","):
        module, _, alias = " ".join(part.split()).partition(" as ")
        if module:
            yield Mention(line, "import", module[:MAX_TEXT], "", alias or module.partition(".")[0])


def _script(text: str, line: int) -> Iterator[Mention]:
    source = _FROM.search(text)
    if not source:
        return
    target = source[1][:MAX_TEXT]
    head = re.sub(r"^\s*(?:import|export)\s+(?:type\s+)?", "", text[: source.start()])
    named = re.search(r"\{([^}]*)\}", head)
    any_named = False
    for part in named[1].split(",") if named else ():
        name, _, alias = " ".join(part.replace("type ", "").split()).partition(" as ")
        if name:
            any_named = True
            yield Mention(line, "import", target, name[:MAX_TEXT], alias or name)
    if star := re.search(r"\*\s+as\s+([\w$]+)", head):
        any_named = True
        yield Mention(line, "import", target, "*", star[1])
    if default := re.match(r"([\w$]+)\s*(?:,|from)", head):
        any_named = True
        yield Mention(line, "import", target, "default", default[1])
    if not any_named:
        yield Mention(line, "import", target)


def _go(text: str, line: int) -> Iterator[Mention]:
    alias, _, path = text.rpartition('"')[0].rpartition('"')
    name = alias.strip() or path.rpartition("/")[2]
    yield Mention(line, "import", path[:MAX_TEXT], "*", "" if name in ("_", ".") else name[:MAX_TEXT])


def _java(text: str, line: int) -> Iterator[Mention]:
    if match := re.match(r"\s*import\s+(static\s+)?([\w.]+?)(\.\*)?\s*;", text):
        yield Mention(line, "import", match[2][:MAX_TEXT], "*" if match[3] else "static" if match[1] else "")


def _rust(text: str, line: int) -> Iterator[Mention]:
    if match := re.match(r"\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;", text):
        yield Mention(line, "import", f"mod {match[1]}")
    elif match := re.match(r"\s*(?:pub(?:\([^)]*\))?\s+)?use\s+((?:\w+::)*\w+)", text):
        yield Mention(line, "import", match[1][:MAX_TEXT])


def _include(text: str, line: int) -> Iterator[Mention]:
    yield Mention(line, "import", text.strip('"')[:MAX_TEXT])


_IMPORTS: Final[dict[str, Callable[[str, int], Iterator[Mention]]]] = {
    "python": _python,
    "javascript": _script,
    "typescript": _script,
    "tsx": _script,
    "go": _go,
    "java": _java,
    "rust": _rust,
    "c": _include,
    "cpp": _include,
}


@cache
def _query(language: str) -> Any:
    from tree_sitter import Query

    return Query(grammar(language), QUERIES[language])


def _text(node: Any, data: bytes) -> str:
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _line(node: Any) -> int:
    return int(node.start_point[0]) + 1
