"""Writes one setting into the user's file, and leaves the rest of the file unchanged, comments included."""

from pathlib import Path
from typing import Any

import yaml

from scrubjay.errors import ConfigError
from scrubjay.settings.check import check
from scrubjay.settings.source import parse

INDENT = 2


def set_setting(file: Path, key: tuple[str, ...], value: str) -> None:
    """Set a key, given by its parts, to a value as YAML has it; the file is created if it is missing.

    Raises ConfigError where the value is wrong; and, with the line to add by hand, where the file isn't written with
    one key a line, or a comment stands within the old value.
    """
    old = file.read_text(encoding="utf-8") if file.is_file() else ""
    by_hand = f"`{key[0]}: {''.join(f'{{{part}: ' for part in key[1:])}{value}{'}' * (len(key) - 1)}`"
    check(parse("the new value", by_hand.strip("`")))
    try:
        text = changed(old, key, value)
        written = parse(str(file), text)
        check(written)
        done = _at(written.tree, key) == _at(parse("", by_hand.strip("`")).tree, key)
    except (ConfigError, yaml.YAMLError):
        done = False
    if not done:
        raise ConfigError(f"{file} could not be changed. Add by hand: {by_hand}.")
    target = file.resolve()  # a link stays one
    half = target.with_name(f".{target.name}.half")
    half.write_text(text, encoding="utf-8")
    half.chmod(0o600)
    half.replace(target)


def changed(text: str, key: tuple[str, ...], value: str) -> str:
    """The text of a file with a key set; unchanged where it can't be done without touching anything else."""
    node: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    column, line = 0, text.count("\n") + 1
    missing = list(key)
    while missing:
        part = missing[0]
        pairs = node.value if isinstance(node, yaml.MappingNode) and not node.flow_style else ()
        pair = next((pair for pair in pairs if pair[0].value == part), None)
        if pairs:
            column = pairs[0][0].start_mark.column
        if pair is None:
            break
        line, column = pair[0].start_mark.line + 1, pair[0].start_mark.column + INDENT
        node = pair[1]
        missing.pop(0)
    else:
        return _replaced(text, node, value)
    if (isinstance(node, yaml.ScalarNode) and node.value) or getattr(node, "flow_style", None):
        return text
    lines = [f"{' ' * (column + INDENT * n)}{part}:" for n, part in enumerate(missing)]
    lines[-1] += f" {value}"
    rows = text.split("\n")
    rows = rows[:-1] if rows[-1] == "" else rows
    return "\n".join([*rows[:line], *lines, *rows[line:], ""])


def _replaced(text: str, node: Any, value: str) -> str:
    """The text with another value in the place of a node."""
    last = node
    while isinstance(last, yaml.SequenceNode) and not last.flow_style and last.value:
        last = last.value[-1]
    start, end = node.start_mark.index, last.end_mark.index
    if isinstance(node, yaml.MappingNode) or "#" in text[start:end]:
        return text
    gap = "" if start and text[start - 1].isspace() else " "
    return f"{text[:start]}{gap}{value}{text[end:]}"


def _at(tree: Any, key: tuple[str, ...]) -> Any:
    for part in key:
        tree = tree.get(part) if isinstance(tree, dict) else None
    return tree
