"""The generated part of docs/reference/settings.md: every setting of the schema, with what it is for."""

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.loading import load
from scrubjay.settings.fields import fields, fields_of, keys_with_rule
from scrubjay.settings.layers import FILE_ONLY, REPOSITORY_MAY_CHOOSE, variable_of
from scrubjay.settings.rules import Rule
from scrubjay.settings.schema import SettingsFile
from scrubjay.settings.section import SectionField
from tests.project.reference_tools import shown


def settings() -> str:
    """A table a section: each setting with what somebody wants it for, its type and bounds, default and variable."""
    told = dict(wishes(SettingsFile))
    sections: dict[str, list[str]] = {}
    for key, field in fields():
        variable = "" if key in FILE_ONLY else f"`{variable_of(key)}`"
        cells = (f"`{key}`", told[key], _type(field), _default(field.default), _repository(key), variable)
        sections.setdefault(key.partition(".")[0], []).append(f"| {' | '.join(cells)} |")
    for extension in BUILT_IN:
        if extension.settings:
            sections[extension.name] = [*_of_extension(extension.name, load(extension.settings))]
    head = ["| setting | you want | type | default | a repository | variable |", "|---|---|---|---|---|---|"]
    return "\n\n".join("\n".join([f"### {name}", "", *head, *rows]) for name, rows in sections.items())


def _of_extension(name: str, model: Any) -> Iterator[str]:
    """The rows of an extension's section, which stands in the user's file alone."""
    texts = _texts(model)
    for key, field in model.model_fields.items():
        if fields_of(field.annotation):
            yield from _of_extension(f"{name}.{key}", field.annotation)
            continue
        read = SectionField(field.annotation, tuple(field.metadata), field.default)
        cells = (f"`{name}.{key}`", texts[key], _type(read), _default(read.default), "no", "")
        yield f"| {' | '.join(cells)} |"


def wishes(section: Any, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Each key below a section with the text under its field in the source."""
    texts = _texts(section)
    for name, field in fields_of(section).items():
        if fields_of(field.annotation):
            yield from wishes(field.annotation, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", texts.get(name, "")


def _texts(section: Any) -> Mapping[str, str]:
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(section))).body
    assert isinstance(tree, ast.ClassDef)
    found: dict[str, str] = {}
    for field, text in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            assert isinstance(field.target, ast.Name)
            found[field.target.id] = " ".join(str(text.value.value).split()).removesuffix(".").replace("|", "\\|")
    return found


def _repository(key: str) -> str:
    if key not in REPOSITORY_MAY_CHOOSE:
        return "no"
    return "only off" if key in keys_with_rule(Rule.ONLY_OFF) else "may"


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
    if NoneType in get_args(kind):
        return " or ".join("nothing" if one is NoneType else _kind(one) for one in get_args(kind))
    if hasattr(kind, "__members__"):
        return "one of " + ", ".join(f"`{member.value}`" for member in kind)
    return {bool: "true or false", int: "whole number", float: "number", str: "text"}[kind]


def _default(value: Any) -> str:
    if isinstance(value, tuple) and len(value) > 3:
        return f"{len(value)} entries"
    return shown(value)
