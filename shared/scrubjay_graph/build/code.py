"""Imports, calls and base classes in source code, by its grammar; no call whose receiver says nothing; pure."""

import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import Any, Final

from tree_sitter import Query

from scrubjay.errors import LimitExceeded
from scrubjay.knowledge.chunking.code import parse
from scrubjay.knowledge.chunking.languages import grammar
from scrubjay.knowledge.chunking.querying import cursor
from scrubjay.knowledge.chunking.uses import BoundNames
from scrubjay.model.pattern import pattern
from scrubjay_graph.build.importing import IMPORTS, required
from scrubjay_graph.mentions import MAX_TEXT, MOST, Mention

OWN: Final = frozenset({"self", "cls", "this", "Self", "static", "$this"})
"""Receivers that are the object itself, or its class."""

ABOVE: Final = frozenset({"super", "super()", "parent"})
"""Receivers that are what a class extends."""

HERE: Final = "own"
"""What the mention of a call has as its `alias` where the file itself defines what is called, whatever it imports."""

MAX_BASES: Final = 50

_SCRIPT: Final = (
    "(import_statement) @import (export_statement source: (string)) @import (export_statement value: (_)) @import "
    '(export_statement "default") @import '
    "(call_expression function: (_) @call) (new_expression constructor: (_) @call) (class_heritage) @extend"
)
_TYPED: Final = f"{_SCRIPT} (extends_type_clause) @extend"
_C: Final = "(preproc_include path: [(string_literal) (system_lib_string)] @import) "
QUERIES: Final = {
    "python": "(import_statement) @import (import_from_statement) @import (call function: (_) @call) "
    "(class_definition superclasses: (_) @extend)",
    "javascript": _SCRIPT,
    "typescript": _TYPED,
    "tsx": _TYPED,
    "go": "(import_spec) @import (call_expression function: (_) @call) (package_clause) @package",
    "java": "(import_declaration) @import (package_declaration) @package (method_invocation) @call "
    "(object_creation_expression type: (_) @call) (superclass) @extend (super_interfaces) @extend "
    "(extends_interfaces) @extend",
    "rust": "(mod_item !body) @import (use_declaration) @import (call_expression function: (_) @call) "
    "(impl_item trait: (_)) @extend",
    "php": "(namespace_use_declaration) @import [(require_expression) (require_once_expression) (include_expression) "
    "(include_once_expression)] @import (namespace_definition name: (_) @package) "
    "(function_call_expression function: (_) @call) (scoped_call_expression) @call (member_call_expression) @call "
    "(object_creation_expression) @call (base_clause) @extend (class_interface_clause) @extend "
    "(declaration_list (use_declaration) @extend)",
    "c": f"{_C} (call_expression function: (identifier) @call)",
    "cpp": f"{_C} (call_expression function: (_) @call) (base_class_clause) @extend",
}
"""What is asked of a grammar. Other languages are read for their symbols only."""

READ: Final[dict[str, frozenset[str]]] = {
    "imports": frozenset(QUERIES),
    "calls": frozenset(QUERIES),
    "extends": frozenset(QUERIES) - {"go", "c"},
}
"""The languages of which each relation is read."""

_SCRIPTS: Final = frozenset({"javascript", "typescript", "tsx"})
_NAMES: Final = frozenset({
    "identifier", "type_identifier", "attribute", "scoped_identifier", "scoped_type_identifier", "member_expression",
    "nested_type_identifier", "name", "qualified_name", "qualified_identifier",
})  # fmt: skip
_FIRST: Final = pattern(rb"[\w$\x80-\xff]+")
_WRAPPED: Final = frozenset({
    "extends_clause", "implements_clause", "type_list", "generic_type", "subscript", "template_type"
})  # fmt: skip


def code_mentions(text: str, language: str) -> tuple[Mention, ...]:
    """What a file of code mentions: imports, bases of its types, and calls whose target can be told; in line order."""
    if language not in QUERIES:
        return ()
    try:
        root, data = parse(text, language)
    except LimitExceeded:
        return ()
    captures = cursor(_query(language)).captures(root)
    found: set[Mention] = set()
    imported: list[tuple[Any, list[str]]] = []
    calls = captures.get("call", ())
    for node in captures.get("import", ()):
        mentions = list(_import_mentions(node, data, language))
        found.update(mentions)
        imported.append((node, [mention.alias for mention in mentions if mention.role == "import" and mention.alias]))
    for node in calls if language in _SCRIPTS else ():
        if _text(node, data) == "require":
            mentions = list(required(_statement(node, data), _line(node)))
            found.update(mentions)
            imported.append((node, [mention.alias for mention in mentions if mention.alias]))
    known = {mention.alias for mention in found} - {""}
    scopes = BoundNames(root, data, language, imported)
    for node in captures.get("package", ()):
        written = re.sub(r"^\s*package\s+|[;\s]", "", _text(node, data))
        found.add(Mention(_line(node), "package", written[:MAX_TEXT]))
    for node in captures.get("extend", ()):
        found.update(_extended(node, data, scopes))
    for node in calls:
        found.update(_call_mentions(node, data, language, known, scopes))
    return tuple(sorted(found)[:MOST])


def _import_mentions(node: Any, data: bytes, language: str) -> Iterator[Mention]:
    """The imports that a node states."""
    written = _text(node, data)
    for mention in IMPORTS[language](written, _line(node)):
        if language == "rust" and mention.target.startswith("super"):
            yield _outside_inline(mention, node)
        else:
            yield mention


def _outside_inline(mention: Mention, node: Any) -> Mention:
    """The import with its path as seen from the file, if it begins with `super` in a module inside the file."""
    inline = 0
    above = node.parent
    while above is not None:
        inline += above.type == "mod_item"
        above = above.parent
    parts = mention.target.split("::")
    while inline and parts and parts[0] == "super":
        parts.pop(0)
        inline -= 1
    rest = parts if parts and parts[0] == "super" else ["self", *parts]
    return Mention(mention.line, mention.role, "::".join(rest), mention.name, mention.alias)


def _extended(node: Any, data: bytes, scopes: BoundNames) -> Iterator[Mention]:
    """The types that the type around a clause extends or implements; a Rust `impl` names its type itself."""
    if node.type == "impl_item":
        trait, own = (_bare(_text(node.child_by_field_name(field), data)) for field in ("trait", "type"))
        head, _, name = trait.replace("::", ".").rpartition(".")
        if re.fullmatch(r"\w+", name) and re.fullmatch(r"\w+", own):
            yield Mention(_line(node), "extend", head[:MAX_TEXT], name[:MAX_TEXT], own[:MAX_TEXT])
        return
    stack, seen = list(node.named_children), 0
    while stack and seen < MAX_BASES:
        child = stack.pop(0)
        seen += 1
        if child.type in _NAMES and _binding(child, data, scopes) != "local":
            written = _bare(_text(child, data)).replace("::", ".").replace("\\", ".").strip(".")
            head, _, name = written.rpartition(".")
            if re.fullmatch(r"[\w$]+", name):
                yield Mention(_line(child), "extend", head[:MAX_TEXT], name[:MAX_TEXT])
        elif child.type in _WRAPPED:
            stack += child.named_children[: 1 if child.type in ("generic_type", "subscript", "template_type") else None]


def _call_mentions(
    node: Any, data: bytes, language: str, known: Collection[str], scopes: BoundNames
) -> Iterator[Mention]:
    """The call that a node makes, unless its receiver is a variable of a function.

    `alias` says where the file itself defines what is called.
    """
    receiver, name = _receiver(node, data, language)
    apart = language == "java" and not receiver  # what is called and made are no variables in Java
    binding = "" if apart else _binding(node, data, scopes)
    if not re.fullmatch(r"[\w$]+", name) or (language in _SCRIPTS and name == "require" and not receiver):
        return
    first = receiver.split(".")[0]
    local = binding == "local" and receiver not in OWN | ABOVE
    if language == "go" and first and first == receiver and (first not in known or local) and (
        first == _go_receiver(node, data)
    ):  # fmt: skip
        receiver, local = "self", False
    elif language == "rust" and first in ("self", "Self") and receiver == first:
        receiver = _rust_self_type(node, data) or "self"
    if local:
        return
    if not receiver or receiver in OWN | ABOVE or first in known or re.match(r"[A-Z][\w$.]*\Z", receiver) or (
        language == "rust" and first in ("crate", "super")
    ):  # fmt: skip
        receiver = "self" if receiver in OWN else "super" if receiver in ABOVE else receiver
        yield Mention(_line(node), "call", receiver[:MAX_TEXT], name[:MAX_TEXT], binding if binding == HERE else "")


def _binding(node: Any, data: bytes, scopes: BoundNames) -> str:
    """How the first name of a call or base is bound at its place."""
    first = _FIRST.match(data, node.start_byte, node.end_byte)
    return scopes.of(first[0], node.start_byte) if first else ""


def _receiver(node: Any, data: bytes, language: str) -> tuple[str, str]:
    """The receiver and the name of a call as they are written."""
    if node.type in ("method_invocation", "member_call_expression", "scoped_call_expression"):
        fields = ("object", "name") if node.type != "scoped_call_expression" else ("scope", "name")
        receiver, name = (_text(child, data) if (child := node.child_by_field_name(f)) else "" for f in fields)
        return receiver.replace("\\", ".").lstrip("."), name
    if node.type == "object_creation_expression":
        made = next((child for child in node.named_children if child.type in ("name", "qualified_name")), None)
        written = _text(made, data) if made is not None else ""
    else:
        written = _text(node, data) if node.end_byte - node.start_byte <= 2 * MAX_TEXT else ""
    if language in ("rust", "java", "cpp", "typescript", "tsx"):
        written = _bare(written)
    flat = written.replace("->", ".") if language == "cpp" else written
    receiver, _, name = flat.replace("::", ".").replace("\\", ".").lstrip(".").rpartition(".")
    return receiver, name


def _bare(text: str) -> str:
    """A name without its type arguments."""
    return re.sub(r"(?:::)?<.*", "", text, flags=re.DOTALL) if "<" in text else text


def _statement(node: Any, data: bytes) -> str:
    """The text of a call of `require`, with the variable that it fills, if any."""
    above = node.parent
    for _ in range(3):
        if above is None or above.type in ("variable_declarator", "program", "expression_statement"):
            break
        above = above.parent
    held = above if above is not None and above.type == "variable_declarator" else node.parent
    return _text(held, data) if held.end_byte - held.start_byte < 4000 else _text(node.parent, data)


def _enclosing_node(node: Any, kinds: Collection[str]) -> Any:
    """The nearest node around a node that is of some kinds; None where there is none."""
    above = node.parent
    while above is not None and above.type not in kinds:
        above = above.parent
    return above


def _go_receiver(node: Any, data: bytes) -> str:
    """The name that the Go method around a call gives to its object."""
    method = _enclosing_node(node, ("method_declaration",))
    held = method.child_by_field_name("receiver") if method is not None else None
    return _text(held, data).strip("()").split(" ")[0] if held is not None else ""


def _rust_self_type(node: Any, data: bytes) -> str:
    """The type that `self` means in Rust, by the `impl` or `trait` around a node."""
    held = _enclosing_node(node, ("impl_item", "trait_item"))
    own = held.child_by_field_name("type" if held.type == "impl_item" else "name") if held is not None else None
    return _bare(_text(own, data)).rpartition("::")[2] if own is not None else ""


@cache
def _query(language: str) -> Any:
    """The query that finds imports, bases and calls in a language."""
    return Query(grammar(language), QUERIES[language])


def _text(node: Any, data: bytes) -> str:
    """The text of a node."""
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _line(node: Any) -> int:
    """The line of a node, from 1 on."""
    return int(node.start_point[0]) + 1
