"""A manifest of somebody else is checked as a whole: what is wrong names its field, what passes is a plain copy."""

import inspect
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest

from scrubjay.extensions import testing
from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.checked import OPEN_KINDS, checked, missing_in
from scrubjay.extensions.manifest import Command, Extension, Extra, Provide
from scrubjay.settings.schema import CORE_SECTIONS

REFERENCE = Path(__file__).parents[3] / "docs" / "reference" / "extension-points.md"


def made(**fields: Any) -> Extension:
    return Extension(**{"name": "acme", "summary": "Acme"} | fields)


def why(manifest: object, name: str = "acme") -> str:
    return checked(manifest, name, {"graph"})[1]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"summary": 5}, "summary is a int and no str"),
        ({"name": b"acme"}, "name is a bytes and no str"),
        ({"protocol": "1"}, "protocol is a str and no int"),
        ({"protocol": True}, "protocol is a bool and no int"),
        ({"repository_may": (1,)}, "repository_may[0] is a int and no str"),
        ({"settings": Extension}, "settings is a type and no str"),
        ({"commands": [1, 2]}, "commands is a list and no Mapping"),
        ({"commands": {"q": "x_m:y"}}, "commands['q'] is a str and no Command"),
        ({"commands": {1: Command("a:b", "")}}, "a key of commands is a int and no str"),
        ({"commands": {"q": Command(7, "")}}, "commands['q'].target is a int and no str"),  # type: ignore[arg-type]
        ({"commands": {"q": Command("a:b", None)}}, "commands['q'].help is a NoneType and no str"),  # type: ignore[arg-type]
        ({"provides": "abc"}, "provides is a str and no tuple"),
        ({"provides": (1,)}, "provides[0] is a int and no Provide"),
        ({"provides": (Provide("tool", "a:b"), Provide(len, "a:b"))}, "provides[1].kind is a builtin_function_or_me"),  # type: ignore[arg-type]
        ({"services": ["a"]}, "services is a list and no Mapping"),
        ({"services": {"a": 1}}, "services['a'] is a int and no str"),
        ({"toolsets": {"a": "b"}}, "toolsets['a'] is a str and no DeclaredTools"),
        ({"commands": {"q": Command("a:b", "", extra="ui")}}, "commands['q'].extra is a str and no Extra"),  # type: ignore[arg-type]
    ],
)
def test_a_field_of_a_wrong_type_is_named(fields: dict[str, Any], said: str) -> None:
    assert why(made(**fields)).startswith(said)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"provides": (Provide("teleporter", "a:b"),)}, "provides[0] is of the kind 'teleporter', which is not known"),
        ({"provides": (Provide("row_law", "a:b"),)}, "provides[0] is of the kind 'row_law', which is only for what is"),
        ({"provides": (Provide("check", "nocolon"),)}, "provides[0] is 'nocolon', which names nothing"),
        ({"services": {"a": "a b:c"}}, "services['a'] is 'a b:c', which names nothing"),
        ({"settings": "a"}, "settings is 'a', which names nothing"),
        ({"worktree": {"a": "a:b"}}, "worktree is only for what is built in"),
        ({"commands": {"--help": Command("a:b", "")}}, "commands['--help'] is no name of a command"),
        ({"commands": {"Bad; rm": Command("a:b", "")}}, "commands['Bad; rm'] is no name of a command"),
        ({"commands": {"q": Command("a:b", "", extra=Extra("x", ("y",)))}}, "commands['q'].extra is only for what"),
        ({"commands": {"acme": Command("a:b", "h" * 301)}}, "commands['acme'].help has more than 300 characters"),
        ({"summary": "s" * 301}, "summary has more than 300 characters"),
        ({"commands": {"graph": Command("a:b", "")}}, "another extension has the command graph"),
    ],
)
def test_what_somebody_elses_may_not_bring_is_named(fields: dict[str, Any], said: str) -> None:
    assert why(made(**fields)).startswith(said)


@pytest.mark.parametrize("kind", sorted({one.kind for each in BUILT_IN for one in each.provides} - OPEN_KINDS))
def test_each_kind_that_only_ours_have_is_refused(kind: str) -> None:
    assert why(made(provides=(Provide(kind, "a:b"),))) == (
        f"provides[0] is of the kind {kind!r}, which is only for what is built in"
    )


def test_the_open_kinds_are_those_of_the_reference_and_each_has_a_suite() -> None:
    rows = REFERENCE.read_text(encoding="utf-8").split("| kind | module |")[1].split("\n\n")[0].splitlines()[2:]
    listed = {row.split("|")[1].strip() for row in rows if row.startswith("|")}
    assert listed - {"command"} == OPEN_KINDS
    modules = [import_module(f"{testing.__name__}.{one.name}") for one in iter_modules(testing.__path__)]
    suites = {name for module in modules for name, _ in inspect.getmembers(module, inspect.isfunction)}
    for kind in OPEN_KINDS:
        assert any(name.startswith(f"check_{kind}") for name in suites), (testing.__doc__, kind)


def test_what_passes_is_a_copy_that_nobody_changes_later() -> None:
    commands = {"acme": Command("a:b", "Help")}
    plain, reason = checked(made(commands=commands, provides=[Provide("tool", "a:b")]), "acme", ())
    assert (plain, reason) == (made(commands={"acme": Command("a:b", "Help")}, provides=(Provide("tool", "a:b"),)), "")
    commands["graph"] = Command("a:b", "Late")
    assert plain is not None
    assert list(plain.commands) == ["acme"]


@pytest.mark.parametrize("name", sorted(CORE_SECTIONS - {one.name for one in BUILT_IN}))
def test_no_extension_is_named_like_a_section_of_the_core(name: str) -> None:
    manifest = made(name=name)
    assert checked(manifest, name, ())[1] or missing_in(manifest) == (
        f"{name} is a section of the core's settings, so it can't be an extension's name"
    )


def no_host() -> str:
    return ""


def of_a_dict(host: object, a: dict[str, str]) -> str:
    return str(a)


def of_any(host: object, *rest: str) -> str:
    return str(rest)


def of_a_name_that_is_not_there(host: object, a: "Nowhere") -> str:  # type: ignore[name-defined]  # noqa: F821
    return str(a)


def fine(host: object, a: str, b: int = 1, c: float = 1.0, d: bool = False, *, e: list[str] = [], f="") -> str:  # type: ignore[no-untyped-def]  # noqa: B006
    return ""


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("no_host", "it takes no host"),
        ("of_a_dict", "its parameter a: dict[str, str] isn't of str, int, float, bool or a list of str"),
        ("of_any", "its parameter *rest: str has no name on the command line"),
        ("of_a_name_that_is_not_there", "NameError"),
        ("REFERENCE", "TypeError"),
        ("missing", "AttributeError"),
    ],
)
def test_a_command_that_cannot_be_offered_is_named_with_its_parameter(target: str, said: str) -> None:
    manifest = made(commands={"q": Command(f"{__name__}:{target}", "")})
    assert missing_in(manifest).startswith(f"commands['q']: {said}")


def test_whatever_a_manifest_names_is_looked_for() -> None:
    assert missing_in(made(commands={"q": Command(f"{__name__}:fine", "")}, settings="pydantic:BaseModel")) == ""
    assert missing_in(made(settings="json:dumps")) == "settings: json:dumps is no model of pydantic"
    assert missing_in(made(settings="json:Gone")).startswith("settings: AttributeError")
    assert missing_in(made(provides=(Provide("check", "nope.nope:zip"),))).startswith(
        "provides[0]: ModuleNotFoundError"
    )
    assert missing_in(made(services={"a": "json:gone"})).startswith("services['a']: AttributeError")
