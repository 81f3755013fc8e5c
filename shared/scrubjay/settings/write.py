"""Writes one setting into the user's file, and leaves the rest of the file unchanged, comments included."""

import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrubjay.errors import ConfigError
from scrubjay.model.later import Later
from scrubjay.settings.check import Wrong, checked, placed_problem
from scrubjay.settings.layers import read_file
from scrubjay.settings.rules import flow
from scrubjay.settings.schema import SettingsFile
from scrubjay.settings.source import ParsedFile, parse, parse_value

if TYPE_CHECKING:
    import yaml
else:
    yaml = Later("yaml")

INDENT = 2

Key = tuple[str, ...]


def with_value(tree: Any, key: Key, value: Any) -> dict[str, Any]:
    """A copy of a tree with a value at a key path."""
    inner = tree if isinstance(tree, dict) else {}
    below = with_value(inner.get(key[0]), key[1:], value) if len(key) > 1 else value
    return {**inner, key[0]: below}


def without_key(tree: dict[str, Any], key: Key) -> dict[str, Any]:
    """A copy of a tree without a key, and without the mappings above it that are empty then."""
    left = without_key(tree[key[0]], key[1:]) if len(key) > 1 else {}
    return {**tree, key[0]: left} if left else {name: inner for name, inner in tree.items() if name != key[0]}


def at(tree: Any, key: Key) -> Any:
    """The value at a key path of a settings tree; None if there is none."""
    for part in key:
        tree = tree.get(part) if isinstance(tree, dict) else None
    return tree


def text_with(text: str, key: Key, value: Any, written: str) -> str:
    """The text of a file with a key set to a value; `written` is the value as a line of its own has it.

    Unchanged where it can't be done without touching anything else.
    """
    column, line = 0, text.count("\n") + 1
    node: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    missing = key
    while missing:
        if getattr(node, "flow_style", None):
            return _replaced(text, node, flow(with_value(_plain_tree(node), missing, value)))
        pairs = node.value if isinstance(node, yaml.MappingNode) else ()
        pair = _pair(node, missing[0])
        if pairs:
            column = pairs[0][0].start_mark.column
        if pair is None:
            break
        line, column = pair[0].start_mark.line + 1, pair[0].start_mark.column + INDENT
        node, missing = pair[1], missing[1:]
    else:
        return _replaced(text, node, written)
    if isinstance(node, yaml.ScalarNode) and node.value:
        return text
    lines = [f"{' ' * (column + INDENT * n)}{flow(part)}:" for n, part in enumerate(missing)]
    lines[-1] += f" {written}"
    rows = text.split("\n")
    rows = rows[:-1] if rows[-1] == "" else rows
    return "\n".join([*rows[:line], *lines, *rows[line:], ""])


def text_without(text: str, key: Key) -> str:
    """The text of a file without a key, and without the lines above it that hold nothing else then.

    Unchanged where it can't be done without touching anything else.
    """
    node: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    gone: list[range] = []
    for place, part in enumerate(key):
        if getattr(node, "flow_style", None):
            left = without_key(_plain_tree(node), key[place:])
            if left or not gone:
                return _replaced(text, node, flow(left))
            break  # the value of the last key, which goes with it
        pair = _pair(node, part)
        if pair is None:
            return text
        first = pair[0].start_mark.line
        gone = [*(gone if len(node.value) == 1 else ()), range(first, first + 1)]
        node = pair[1]
    if _commented(text, node):
        return text
    _, end = _span(text, node)
    gone.append(range(gone[-1].start, text.count("\n", 0, end) + 1))
    rows = text.split("\n")
    return "\n".join(row for number, row in enumerate(rows) if not any(number in lines for lines in gone))


def _pair(node: Any, part: str) -> Any:
    """The pair of nodes (key, value) of a mapping by its key; None where there is none."""
    pairs: Sequence[Any] = node.value if isinstance(node, yaml.MappingNode) else ()
    return next((pair for pair in pairs if pair[0].value == part), None)


def _replaced(text: str, node: Any, value: str) -> str:
    """The text with another value in the place of a node; unchanged where a comment stands within the old one."""
    if _commented(text, node):
        return text
    start, end = _span(text, node)
    gap = "" if not start or text[start - 1].isspace() else " "
    return f"{text[:start]}{gap}{value}{text[end:]}"


def _span(text: str, node: Any) -> tuple[int, int]:
    """Where a node's text begins and ends, without the line breaks behind it."""
    *_, last = _last_entries(node)
    start, end = node.start_mark.index, last.end_mark.index
    return start, start + len(text[start:end].rstrip())


def _commented(text: str, node: Any) -> bool:
    """Whether a comment stands within a node, not counting what is a text's own."""
    start, end = _span(text, node)
    return text.count("#", start, end) > sum(text.count("#", *_span(text, leaf)) for leaf in _scalars(node))


def _scalars(node: Any) -> Iterator[Any]:
    """The scalars of a node, keys included."""
    if isinstance(node, yaml.ScalarNode):
        yield node
    else:
        for inner in node.value:
            for one in inner if isinstance(inner, tuple) else (inner,):
                yield from _scalars(one)


def _last_entries(node: Any) -> Iterator[Any]:
    """A node, then its last entry and so on: a block ends where its last entry does."""
    yield node
    if getattr(node, "flow_style", True) is False and node.value:
        last = node.value[-1]
        yield from _last_entries(last[1] if isinstance(last, tuple) else last)


def _plain_tree(node: Any) -> Any:
    if isinstance(node, yaml.MappingNode):
        return {key.value: _plain_tree(value) for key, value in node.value}
    return [item.value for item in node.value] if isinstance(node, yaml.SequenceNode) else node.value


def set_setting(file: Path, key: tuple[str, ...], value: str, model: type[SettingsFile] = SettingsFile) -> SettingsFile:
    """Set a key, given by its parts, to a value as YAML has it, and return the file as it is then.

    The file is created if it is missing. Raises ConfigError where the file would be wrong by the schema; and, with the
    line to add by hand, where it can't be changed without touching anything else. Nothing is changed then.
    """
    wanted, old, tree, read = _planned(file, key, value, model)
    ways = [partial(text_with, old, key, wanted, written) for written in (value.strip(), flow(wanted)) if written]
    _write(file, ways, tree, f"Add by hand: `{key[0]}: {_nested(key[1:], wanted)}`")
    return read


def check_setting(file: Path, key: tuple[str, ...], value: str) -> None:
    """Check a value for a key. Raises the ConfigError that `set_setting` would raise."""
    _planned(file, key, value, SettingsFile)


def _planned(
    file: Path, key: tuple[str, ...], value: str, model: type[SettingsFile]
) -> tuple[Any, str, dict[str, Any], SettingsFile]:
    """The value, the text of the file as it is, and its tree and content as they would be. Raises ConfigError."""
    wanted = parse_value("the new value", value)
    old = read_file(file)
    source = parse(str(file), old)
    tree = with_value(source.tree, key, wanted)
    return wanted, old, tree, _valid(source, tree, key, model)


def unset_setting(file: Path, key: tuple[str, ...], model: type[SettingsFile] = SettingsFile) -> SettingsFile | None:
    """Remove a key, given by its parts, and return the file as it is then; None where it doesn't set the key.

    Raises ConfigError as `set_setting` does.
    """
    old = read_file(file)
    source = parse(str(file), old)
    if at(source.tree, key) is None:
        return None
    tree = without_key(source.tree, key)
    read = _valid(source, tree, key, model)
    _write(file, [partial(text_without, old, key)], tree, f"Remove {'.'.join(key)} by hand")
    return read


def put(file: Path, text: str) -> None:
    """Replace the whole file at once. Raises ConfigError for one that its owner made read-only."""
    target = file.resolve()  # a link stays one
    if target.exists() and not target.stat().st_mode & stat.S_IWUSR:  # the system asks no root, and no renaming
        raise ConfigError(f"{target} is read-only. Nothing was changed; `chmod u+w '{target}'` allows it.")
    half = target.with_name(f".{target.name}.half")
    half.write_bytes(text.encode())
    half.chmod(0o600)
    half.replace(target)


def _valid(source: ParsedFile, tree: dict[str, Any], key: tuple[str, ...], model: type[SettingsFile]) -> SettingsFile:
    """The file as it will be. Raises ConfigError where the schema refuses it."""
    name = ".".join(key)
    read = checked(tree, model)
    if not isinstance(read, Wrong):
        return read
    if f"{name}.".startswith(f"{read.key}.") or read.key.startswith(f"{name}."):
        what = f"unknown key {read.key}{read.what}" if read.unknown else f"{read.key}: {read.what}."
        raise ConfigError(f"{what} Nothing was changed.")
    raise ConfigError(placed_problem(read, source))


def _write(file: Path, ways: Iterable[Callable[[], str]], tree: dict[str, Any], by_hand: str) -> None:
    """Write a file in the first way that gives exactly this tree. Raises ConfigError where none does."""
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
    """A value in YAML's flow style, within a mapping for each of some keys."""
    return flow(with_value({}, parts, value) if parts else value)
