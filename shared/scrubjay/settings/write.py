"""Writes one setting into the user's file, and leaves the rest of the file unchanged, comments included."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from scrubjay.errors import ConfigError
from scrubjay.settings.check import Wrong, checked, placed
from scrubjay.settings.edits import at, text_with, text_without, with_value, without
from scrubjay.settings.flow import flow
from scrubjay.settings.layers import read_file
from scrubjay.settings.schema import SettingsFile
from scrubjay.settings.source import ParsedFile, parse, parse_value


def set_setting(file: Path, key: tuple[str, ...], value: str, model: type[SettingsFile] = SettingsFile) -> SettingsFile:
    """Set a key, given by its parts, to a value as YAML has it, and return the file as it is then.

    The file is created if it is missing. Raises ConfigError where the file would be wrong by the schema; and, with the
    line to add by hand, where it can't be changed without touching anything else. Nothing is changed then.
    """
    wanted = parse_value("the new value", value)
    old = read_file(file)
    source = parse(str(file), old)
    tree = with_value(source.tree, key, wanted)
    read = _valid(source, tree, key, model)
    ways = [partial(text_with, old, key, wanted, written) for written in (value.strip(), flow(wanted)) if written]
    _write(file, ways, tree, f"Add by hand: `{key[0]}: {_nested(key[1:], wanted)}`")
    return read


def unset_setting(file: Path, key: tuple[str, ...], model: type[SettingsFile] = SettingsFile) -> SettingsFile | None:
    """Remove a key, given by its parts, and return the file as it is then; None where it doesn't set the key.

    Raises ConfigError as `set_setting` does.
    """
    old = read_file(file)
    source = parse(str(file), old)
    if at(source.tree, key) is None:
        return None
    tree = without(source.tree, key)
    read = _valid(source, tree, key, model)
    _write(file, [partial(text_without, old, key)], tree, f"Remove {'.'.join(key)} by hand")
    return read


def put(file: Path, text: str) -> None:
    """Replace the whole file at once."""
    target = file.resolve()  # a link stays one
    half = target.with_name(f".{target.name}.half")
    half.write_bytes(text.encode())
    half.chmod(0o600)
    half.replace(target)


def _valid(source: ParsedFile, tree: dict[str, Any], key: tuple[str, ...], model: type[SettingsFile]) -> SettingsFile:
    """The file as it will be. Raises ConfigError where the schema doesn't have it so."""
    name = ".".join(key)
    read = checked(tree, model)
    if not isinstance(read, Wrong):
        return read
    if f"{name}.".startswith(f"{read.key}.") or read.key.startswith(f"{name}."):
        what = f"unknown key {read.key}{read.what}" if read.unknown else f"{read.key}: {read.what}."
        raise ConfigError(f"{what} Nothing was changed.")
    raise ConfigError(placed(read, source))


def _write(file: Path, ways: Iterable[Callable[[], str]], tree: dict[str, Any], by_hand: str) -> None:
    """Write the text of the first way that changes the file to this tree. Raises ConfigError where none does."""
    for way in ways:
        try:
            text = way()
            done = parse(str(file), text).tree == tree
        except (ConfigError, yaml.YAMLError):
            continue
        if done:
            put(file, text)
            return
    raise ConfigError(f"{file} could not be changed. {by_hand}.")


def _nested(parts: tuple[str, ...], value: Any) -> str:
    return flow(with_value({}, parts, value) if parts else value)
