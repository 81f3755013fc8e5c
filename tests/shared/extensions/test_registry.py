"""Which extensions are on, and why not: the user's file decides, and nothing that fails is silent or fatal."""

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.listing import listing, missing_extras
from scrubjay.extensions.manifest import Command, Extension, Extra
from scrubjay.extensions.records import EnabledRecord, drop, last_error, read_records, write_records
from scrubjay.extensions.registry import ExtensionRegistry
from tests.shared.extensions.conftest import MANIFEST, Acme

OURS = [extension.name for extension in BUILT_IN]


def names(registry: ExtensionRegistry) -> list[str]:
    return [extension.name for extension in registry.enabled]


def reason(registry: ExtensionRegistry, name: str) -> str:
    status = registry.status(name)
    assert status is not None
    return f"{status.state}: {status.reason}"


def test_all_of_ours_are_on_where_the_user_says_nothing(tmp_path: Path) -> None:
    registry = ExtensionRegistry.of(tmp_path)
    assert names(registry) == OURS
    assert (registry.off, registry.others, registry.degraded) == ((), (), ())


def test_ours_are_off_where_the_user_says_so(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("extensions: {graph: off, bench: on}\n")
    registry = ExtensionRegistry.of(tmp_path)
    assert names(registry) == [name for name in OURS if name != "graph"]
    assert [one.name for one in registry.off] == ["graph"]
    assert reason(registry, "graph") == "off: the user's file says off"
    assert registry.degraded == ()


def test_a_command_of_ours_whose_extra_is_not_installed_is_said_to_lack_it(tmp_path: Path) -> None:
    page = Command("page:app", "A page", extra=Extra("ui", ("no_such_module", "json")))
    exchange = Extension(name="exchange", summary="s", commands={"page": page, "export": Command("e:app", "Export")})
    registry = ExtensionRegistry(tmp_path, {}, {}, (exchange,))
    (listed,) = (one for one in listing(registry) if one.distribution == "scrubjay")
    assert listed.shown == "on: page: no_such_module not installed: `pip install '.[ui]'` in the clone of scrubjay"
    assert names(registry) == ["exchange"]


@pytest.mark.parametrize(("name", "extra"), [("ui", "ui"), ("exchange", "sync")])
def test_a_base_install_is_told_what_our_extensions_lack(name: str, extra: str) -> None:
    (extension,) = (one for one in BUILT_IN if one.name == name)
    assert f"`pip install '.[{extra}]'`" in missing_extras(extension, lambda module: None)
    assert missing_extras(extension) == ""


def test_one_of_others_is_on_where_the_user_names_it_and_looked_at_it(acme: Acme) -> None:
    acme.enable()
    registry = acme.registry()
    assert names(registry) == [*OURS, "acme"]
    assert [one.name for one in registry.others] == ["acme"]
    assert [one.value(None) for one in registry.provided("check") if one.extension.name == "acme"] == [()]


def test_what_is_installed_and_not_named_is_not_even_imported(acme: Acme) -> None:
    acme.enable()
    (acme.home / "config.yaml").write_text("extensions: {}\n")
    assert names(acme.registry()) == OURS
    assert "acme_notes" not in sys.modules


def test_what_is_switched_off_is_listed_and_not_imported(acme: Acme) -> None:
    acme.enable(switch="off")
    registry = acme.registry()
    assert names(registry) == OURS
    assert reason(registry, "acme") == "off: the user's file says off"
    assert "acme_notes" not in sys.modules


def test_what_nobody_looked_at_on_this_machine_is_refused(acme: Acme) -> None:
    (acme.home / "config.yaml").write_text("extensions: {acme: on}\n")
    assert acme.registry().degraded == (
        "degraded: acme: nobody looked at it on this machine: `scrubjay extensions enable acme`",
    )


def test_a_module_of_that_name_at_another_place_is_refused_and_never_run(acme: Acme, tmp_path: Path) -> None:
    acme.enable()
    sys.path.insert(0, str(tmp_path / "elsewhere"))
    try:
        other = tmp_path / "elsewhere" / "acme_notes"
        other.mkdir(parents=True)
        (other / "__init__.py").write_text("raise SystemExit('run')\n")
        assert "is another one than the one that was enabled" in acme.registry().degraded[0]
    finally:
        sys.path.remove(str(tmp_path / "elsewhere"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("summary=", "protocol=2, summary="), "it is made for version 2 of the protocols; this is 1, older than it"),
        (("summary=", "protocol=0, summary="), "it is made for version 0 of the protocols; this is 1, newer than it"),
        (('name="acme"', 'name="beta"'), "its manifest is named 'beta'"),
        (('"acme": Command', '"graph": Command'), "another extension has the command graph"),
        (
            ("acme_notes.work:greet", "rm -rf /"),
            "commands['acme'] is 'rm -rf /', which names nothing",
        ),
        (("summary=", "repository_may=('a',), summary="), "repository_may is only for what is built in"),
        (("extension = Extension(", "extension = dict("), "its manifest is a dict and no Extension"),
    ],
)
def test_a_manifest_that_does_not_fit_is_refused_with_the_reason(
    acme: Acme, change: tuple[str, str], said: str
) -> None:
    acme.write(MANIFEST.replace(*change))
    acme.enable()
    registry = acme.registry()
    assert names(registry) == OURS
    assert reason(registry, "acme").startswith(f"refused: {said}")
    assert registry.degraded[0].startswith(f"degraded: acme: {said}")


@pytest.mark.parametrize(
    "manifest", ["import no_such_module", "raise SystemExit(3)", "extension =", "1 / 0", "other = 1"]
)
def test_a_broken_manifest_is_named_left_out_and_kept_as_the_last_error(acme: Acme, manifest: str) -> None:
    acme.write(manifest)
    acme.enable()
    registry = acme.registry()
    assert names(registry) == OURS
    assert reason(registry, "acme").startswith("broken: ")
    assert registry.degraded[0].startswith("degraded: acme: ")
    assert last_error(acme.home, "acme")


def test_what_fails_when_it_is_used_is_named_with_its_moment_and_the_rest_goes_on(acme: Acme) -> None:
    acme.enable()
    records = read_records(acme.home)
    registry = ExtensionRegistry(
        acme.home, {"acme": True}, records, clock=lambda: datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    )
    assert [one.target for one in registry.provided("check") if one.extension.name == "acme"] == [
        "acme_notes.work:check"
    ]
    assert registry.degraded == ("degraded: acme: AttributeError: module 'acme_notes.work' has no attribute 'missing'",)
    assert registry.error_of("acme").startswith("2026-01-02T03:04:05Z AttributeError")


def test_two_of_others_with_one_command_do_not_both_get_it(acme: Acme) -> None:
    acme.write(MANIFEST.replace('name="acme"', 'name="beta"'), package="acme_second")
    acme.enable()
    acme.enable("beta", "acme_second")
    registry = acme.registry()
    assert names(registry) == [*OURS, "acme"]
    assert reason(registry, "beta") == "refused: another extension has the command acme"


def test_ctrl_c_in_a_module_of_somebody_else_is_the_persons(acme: Acme) -> None:
    acme.write("raise KeyboardInterrupt")
    acme.enable()
    with pytest.raises(KeyboardInterrupt):
        _ = acme.registry().statuses


def test_the_work_of_an_extension_is_imported_when_it_is_asked_for(acme: Acme) -> None:
    acme.enable()
    assert names(acme.registry())[-1] == "acme"
    assert "acme_notes.work" not in sys.modules


def test_a_look_at_all_of_them_imports_no_yaml_and_no_metadata_where_the_user_says_nothing(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from scrubjay.extensions.registry import ExtensionRegistry\n"
        f"ExtensionRegistry.of(Path({str(tmp_path)!r})).enabled\n"
        "print([name for name in ('yaml', 'pydantic', 'importlib.metadata', 'typer') if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_records_come_back_as_they_were_written_and_go_without_a_trace(tmp_path: Path) -> None:
    one = EnabledRecord(name="a", target="a:b", distribution="a-dist", version="1", address="git+a", place="/a")
    write_records(tmp_path, {"a": one})
    assert read_records(tmp_path) == {"a": one}
    assert drop(tmp_path, "a")
    assert list(tmp_path.iterdir()) == []
    assert not drop(tmp_path, "a")


@pytest.mark.parametrize("text", ["", "{", "{}", "[1, null]", '[{"name": "a"}]', '[{"name": 1}]'])
def test_records_that_cannot_be_read_are_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "extensions").mkdir()
    (tmp_path / "extensions" / "enabled.json").write_text(text)
    assert read_records(tmp_path) == {}


def test_what_an_uninstalled_one_leaves_is_no_other_one(acme: Acme) -> None:
    acme.enable()
    for file in acme.packages.rglob("*.py"):
        file.unlink()
    acme.forget_modules()
    (acme.packages / "acme_notes" / "__pycache__").mkdir()
    assert "acme isn't installed any more" in reason(acme.registry(), "acme")
