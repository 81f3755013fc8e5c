"""The generated part of docs/reference/settings.md: every setting of the schema."""

from typing import Any, Literal, get_args, get_origin

from scrubjay.settings.fields import fields
from scrubjay.settings.layers import FILE_ONLY
from scrubjay.settings.section import SectionField
from tests.project.reference_tools import shown


def settings() -> str:
    """Every setting with its type and bounds, default and variable."""
    rows = ["| setting | type | default | variable |", "|---|---|---|---|"]
    for key, field in fields():
        variable = "" if key in FILE_ONLY else f"`SCRUBJAY_{key.replace('.', '_').upper()}`"
        rows.append(f"| `{key}` | {_type(field)} | {_default(field.default)} | {variable} |")
    return "\n".join(rows)


def _type(field: SectionField) -> str:
    kind: Any = field.annotation
    bounds = {"ge": "at least", "gt": "above", "le": "at most"}
    limits = [
        f"{said} {getattr(one, name):,}"
        for one in field.metadata
        for name, said in bounds.items()
        if getattr(one, name, None) is not None
    ]
    return ", ".join([_kind(kind), *limits])


def _kind(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(f"`{choice}`" for choice in get_args(kind) if choice)
    if get_origin(kind) is tuple:
        (inner, _) = get_args(kind)
        return f"list: {_kind(inner)}" if get_origin(inner) is Literal else "list"
    if get_origin(kind) is dict:
        return "keys and values"
    if hasattr(kind, "__members__"):
        return "one of " + ", ".join(f"`{member.value}`" for member in kind)
    return {bool: "true or false", int: "whole number", float: "number", str: "text"}[kind]


def _default(value: Any) -> str:
    if isinstance(value, tuple) and len(value) > 3:
        return f"{len(value)} patterns, see above"
    return shown(value)
