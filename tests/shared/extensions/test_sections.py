"""Settings in two passes: the core's keys and the switches, then each section when its extension is used."""

from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict

from scrubjay.errors import ConfigError, ExtensionFailed
from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.manifest import Extension
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.extensions.sections import section_of, unread
from scrubjay.extensions.user_file import remove_entry, switch
from scrubjay.settings.layers import load_settings, with_repository
from scrubjay.settings.rules import OF_OURS
from scrubjay.settings.schema import CORE_SECTIONS, Settings


class Notes(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    most: int = 3
    places: tuple[str, ...] = ()


class Raising:
    @classmethod
    def model_validate(cls, section: object) -> None:
        raise SystemExit(3)


NOTES = Extension(name="notes", summary="Notes", settings=f"{__name__}:Notes")


def read(home: Path, text: str) -> Settings:
    (home / "config.yaml").write_text(text)
    return load_settings({"SCRUBJAY_HOME": str(home)})


def test_the_section_of_an_extension_that_is_named_is_kept_as_it_stands(tmp_path: Path) -> None:
    settings = read(tmp_path, "extensions: {notes: on}\nnotes:\n  most: 5\n  places: [a, b]\n")
    assert settings.extensions == {"notes": "on"}
    assert settings.sections == {"notes": {"most": "5", "places": ["a", "b"]}}
    assert section_of(ExtensionRegistry.of(tmp_path), NOTES, settings) == Notes(most=5, places=("a", "b"))


def test_a_section_that_is_wrong_is_said_with_its_line_when_it_is_used(tmp_path: Path) -> None:
    settings = read(tmp_path, "extensions: {notes: on}\nnotes:\n  most: many\n")
    with pytest.raises(ConfigError, match=r"config\.yaml, line 3: notes\.most: .*Correct the line"):
        section_of(ExtensionRegistry.of(tmp_path), NOTES, settings)
    settings = read(tmp_path, "extensions: {notes: on}\nnotes:\n  least: 1\n")
    with pytest.raises(ConfigError, match=r"line 3: unknown key notes\.least"):
        section_of(ExtensionRegistry.of(tmp_path), NOTES, settings)


def test_a_section_of_one_that_is_off_is_kept_unread_and_said(tmp_path: Path) -> None:
    settings = read(tmp_path, "extensions: {notes: off}\nnotes:\n  most: many\n")
    registry = ExtensionRegistry.of(tmp_path)
    assert settings.sections == {"notes": {"most": "many"}}
    assert unread(registry, settings) == ("notes",)


def test_a_section_that_no_extension_is_named_for_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="unknown key notes"):
        read(tmp_path, "notes:\n  most: 5\n")


def test_no_name_of_an_extension_takes_a_section_of_the_core_away(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"line 3: trust\.scripts"):
        read(tmp_path, "extensions: {trust: on}\ntrust:\n  scripts: perhaps\n")


@pytest.mark.parametrize("value", ["maybe", "[on]", "{a: on}", "1"])
def test_a_switch_is_on_or_off(tmp_path: Path, value: str) -> None:
    with pytest.raises(ConfigError, match=r"line 1: extensions"):
        read(tmp_path, f"extensions: {{notes: {value}}}\n")


def test_no_variable_and_no_repository_enables_configures_or_names_one(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("")
    settings = load_settings({"SCRUBJAY_HOME": str(tmp_path), "SCRUBJAY_EXTENSIONS": "{notes: on}"})
    assert settings.extensions == {}
    text = "extensions: {notes: on, graph: off}\nnotes:\n  most: 9\n"
    holding, refused = with_repository(settings, text, "theirs")
    assert (holding.extensions, holding.sections) == ({}, {})
    assert len(refused) == 3


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("json:Missing", "AttributeError"),
        ("no_such_module:S", "ModuleNotFoundError"),
        ("json:dumps", "AttributeError"),
        (f"{__name__}:Raising", "SystemExit"),
    ],
)
def test_a_model_that_is_missing_or_fails_is_named_as_the_extensions_own_error(
    tmp_path: Path, target: str, said: str
) -> None:
    registry = ExtensionRegistry(tmp_path, {}, {})
    with pytest.raises(ExtensionFailed, match=f"degraded: bad: .*{said}"):
        section_of(registry, Extension(name="bad", summary="Bad", settings=target), read(tmp_path, ""))
    assert said in registry.error_of("bad")


def test_ours_with_a_section_are_those_that_the_settings_know() -> None:
    assert {one.name for one in BUILT_IN if one.settings} == OF_OURS
    assert not OF_OURS & CORE_SECTIONS


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ("user:\n  id: ada\n", "user:\n  id: ada\n"),
        ("# a\nextensions:\n  acme: on\nuser:\n  id: ada\n", "# a\nuser:\n  id: ada\n"),
        ("extensions:\n  graph: off\n  acme: on # mine\n", "extensions:\n  graph: off\n"),
        ("extensions: {acme: on}\n", ""),
        ("extensions: {acme: on, graph: off}\n", "extensions: {graph: off}\n"),
        ("extensions: {graph: off, acme: on}\n", "extensions: {graph: off}\n"),
        ("extensions: {graph: off}\n", "extensions: {graph: off}\n"),
    ],
)
def test_a_line_is_taken_out_and_everything_else_stays(tmp_path: Path, before: str, after: str) -> None:
    file = tmp_path / "config.yaml"
    file.write_text(before)
    assert remove_entry(file, "acme") is (before != after)
    assert file.read_text() == after


def test_a_line_that_cannot_be_taken_out_alone_is_left_and_said(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    file.write_text("extensions:\n  # why\n  acme: on\n")
    with pytest.raises(ConfigError, match=r"Remove extensions\.acme by hand"):
        remove_entry(file, "acme")


def test_a_switch_that_is_written_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    for on in (True, False):
        switch(file, "notes", on=on)
        assert read(tmp_path, file.read_text()).extensions == {"notes": "on" if on else "off"}
