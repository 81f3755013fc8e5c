"""Parser of import statements in each language: what a statement names, and under which name; pure."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from scrubjay.model.pattern import pattern
from scrubjay_graph.mentions import MAX_TEXT, Mention

_FROM: Final = pattern(r"""["']([^"']+)["']\s*(?:(?:with|assert)\s*\{[^}]*\}\s*)?;?\s*$""")
_DEFAULT: Final = pattern(
    r"^\s*export\s+default\s+(?:async\s+)?(?:abstract\s+)?(?:(?:function\s*\*?|class)\s+)?([\w$]+)\s*(?:[;({\n<]|extends|$)"
)
_REQUIRED: Final = pattern(r"""\brequire\(\s*["']([^"']+)["']\s*\)(?:\s*\.\s*([\w$]+))?""")
_VERSION: Final = pattern(r"v\d+\Z")


def _import(line: int, target: str, name: str = "", alias: str = "") -> Mention:
    """An import as a mention."""
    return Mention(line, "import", target[:MAX_TEXT], name[:MAX_TEXT], alias[:MAX_TEXT])


def _python_imports(text: str, line: int) -> Iterator[Mention]:
    """The imports of a Python statement."""
    flat = re.sub(r"#[^\n]*|[()\\]", " ", text)
    if match := re.match(r"\s*from\s+([.\w]+)\s+import\s+(.*)", flat, re.DOTALL):
        for part in match[2].split(","):
            name, _, alias = " ".join(part.split()).partition(" as ")
            if name:
                yield _import(line, match[1], name, alias or ("" if name == "*" else name))
        return
    for part in flat.split("import", 1)[-1].split(","):
        module, _, alias = " ".join(part.split()).partition(" as ")
        if module:
            yield _import(line, module, "", alias or module.partition(".")[0])


def _script_imports(text: str, line: int) -> Iterator[Mention]:
    """The imports and exports of a JavaScript or TypeScript statement."""
    if (default := _DEFAULT.match(text)) and default[1] not in ("function", "class", "async", "new", "abstract"):
        yield Mention(line, "export", default[1][:MAX_TEXT], "default")
        return
    source = _FROM.search(text)
    if not source or not re.match(r"\s*(?:import|export)\b", text):
        return
    target = source[1]
    head = re.sub(r"^\s*(?:import|export)\s+(?:type\s+)?", "", text[: source.start()])
    named = re.search(r"\{([^}]*)\}", head)
    any_named = False
    for part in named[1].split(",") if named else ():
        name, _, alias = " ".join(part.replace("type ", "").split()).partition(" as ")
        if name:
            any_named = True
            yield _import(line, target, name, alias or name)
    if star := re.search(r"\*\s+as\s+([\w$]+)", head):
        any_named = True
        yield _import(line, target, "*", star[1])
    elif re.match(r"\*\s*from\b", head):
        any_named = True
        yield _import(line, target, "*")
    if default := re.match(r"([\w$]+)\s*(?:,|from)", head):
        any_named = True
        yield _import(line, target, "default", default[1])
    if not any_named:
        yield _import(line, target)


def required(text: str, line: int) -> Iterator[Mention]:
    """The names that a call of `require` brings, as in `const {a, b: c} = require("./x")`; else the call alone."""
    match = _REQUIRED.search(text)
    if not match:
        return
    bound = text[: match.start()].rpartition("=")[0].strip()
    if bound.startswith("{"):
        for part in bound.strip("{} \n").split(","):
            name, _, alias = part.partition("=")[0].partition(":")
            if name.strip():
                yield _import(line, match[1], name.strip(), (alias or name).strip())
    elif re.fullmatch(r"[\w$]+", bound):
        yield _import(line, match[1], match[2] or "default", bound)
    else:
        yield _import(line, match[1])


def _go_imports(text: str, line: int) -> Iterator[Mention]:
    """The import of a line of Go."""
    alias, _, path = text.rpartition('"')[0].rpartition('"')
    parts = path.split("/")
    own = parts[-2] if len(parts) > 1 and _VERSION.match(parts[-1]) else parts[-1]
    name = alias.strip() or re.sub(r"\.v\d+\Z", "", own)
    yield _import(line, path, "*", "" if name in ("_", ".") else name)


def _java_imports(text: str, line: int) -> Iterator[Mention]:
    """The import of a Java statement."""
    match = re.match(r"\s*import\s+(static\s+)?([\w.]+?)(\.\*)?\s*;", text)
    if not match:
        return
    head, _, last = match[2].rpartition(".")
    if match[1] and not match[3]:
        yield _import(line, head, last, last)
    else:
        yield _import(line, match[2], "*" if match[3] else "", "" if match[3] else last)


def _rust_imports(text: str, line: int) -> Iterator[Mention]:
    """The imports of a Rust `use` or `mod`."""
    if match := re.match(r"\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;", text):
        yield _import(line, f"mod {match[1]}", "", match[1])
    elif match := re.match(r"\s*(?:pub(?:\([^)]*\))?\s+)?use\s+(.*?);?\s*\Z", text, re.DOTALL):
        for path, alias in _spread(re.sub(r"\s+", " ", re.sub(r"//[^\n]*", "", match[1])).strip(), 0):
            head, _, name = path.rpartition("::")
            if name == "self":
                head, _, name = head.rpartition("::")
            if name == "*":
                yield _import(line, head, "*")
            elif name:
                yield _import(line, head or name, name if head else "", "" if alias == "_" else alias or name)


def _spread(text: str, depth: int) -> Iterator[tuple[str, str]]:
    """The paths of a Rust use tree with their other names: `a::{b, c as d}` is `a::b` and `a::c` as `d`."""
    text = text.strip()
    head, brace, rest = text.partition("{")
    if not brace or depth > 8:
        path, _, alias = text.partition(" as ")
        if path:
            yield path.replace(" ", "").removeprefix("::"), alias.strip()
        return
    for part in _parts(rest.rpartition("}")[0]):
        for path, alias in _spread(part, depth + 1):
            yield f"{head.strip()}{path}", alias


def _parts(text: str) -> Iterator[str]:
    """The parts of a text between commas that stand outside of braces."""
    level = start = 0
    for place, letter in enumerate(text):
        level += (letter == "{") - (letter == "}")
        if letter == "," and not level:
            yield text[start:place]
            start = place + 1
    yield text[start:]


def _php_imports(text: str, line: int) -> Iterator[Mention]:
    """The imports of a PHP `use`, `require` or `include`."""
    if match := re.match(r"\s*(?:require|include)(?:_once)?\b\s*\(?(.*?)\)?\s*;?\s*\Z", text, re.DOTALL):
        quoted = re.search(r"""["']([^"'$]+)["']\s*\)*\Z""", match[1].strip())
        if quoted:
            beside = "__DIR__" in match[1] or "__FILE__" in match[1]
            up = "../" * match[1].count("dirname(") if "dirname(__DIR__" in match[1].replace(" ", "") else ""
            yield _import(line, ("./" + up if beside else "") + quoted[1].lstrip("/" if beside else ""), "require")
        return
    match = re.match(r"\s*use\s+(?:function\s+|const\s+)?(.*?);?\s*\Z", text, re.DOTALL)
    if not match:
        return
    for path, alias in (pair for part in _parts(match[1]) for pair in _spread(part, 0)):
        whole = re.sub(r"\A(?:function|const)\s*", "", path).strip("\\")
        yield _import(line, whole, "", alias or whole.rpartition("\\")[2])


def _include_imports(text: str, line: int) -> Iterator[Mention]:
    """The import of a C or C++ include; one in angle brackets is a system's."""
    system = text.startswith("<")
    yield _import(line, text.strip('"<> '), "system" if system else "")


IMPORTS: Final[Mapping[str, Callable[[str, int], Iterator[Mention]]]] = {
    "python": _python_imports,
    "javascript": _script_imports,
    "typescript": _script_imports,
    "tsx": _script_imports,
    "go": _go_imports,
    "java": _java_imports,
    "rust": _rust_imports,
    "php": _php_imports,
    "c": _include_imports,
    "cpp": _include_imports,
}
"""The reader of one import statement by language."""
