"""Parser for a YAML settings file: every scalar as a string, with its line number."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from scrubjay.errors import ConfigError
from scrubjay.model.frozen import dataclass
from scrubjay.model.later import Later

if TYPE_CHECKING:
    import yaml
else:
    yaml = Later("yaml")

Tree = dict[str, "str | list[str] | Tree"]

MAX_BYTES = 65_536
MAX_DEPTH = 6


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """A parsed file: nested mappings of strings, and the line of each dotted key (1-based)."""

    name: str
    tree: Tree
    lines: Mapping[str, int]

    def where(self, key: str) -> str:
        """The location of a dotted key, such as "config.yaml, line 6"."""
        while key and key not in self.lines:
            key = key.rpartition(".")[0]
        return f"{self.name}, line {self.lines[key]}" if key else self.name


def parse(name: str, text: str) -> ParsedFile:
    """Parse a configuration file. Raises ConfigError with the line for anything but plain nested mappings.

    Scalars stay strings, so that `no` and `012` keep their spelling; the schema types them.
    """
    if len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise ConfigError(f"{name} is larger than {MAX_BYTES // 1024} KB. Keep only the settings you change.")
    node = _composed(name, text) if text.strip() else None
    lines: dict[str, int] = {}
    if node is None:
        return ParsedFile(name, {}, lines)
    tree = _mapping(name, node, "", lines, 0)
    return ParsedFile(name, tree, lines)


def parse_value(name: str, text: str) -> "str | list[str] | Tree":
    """Parse a value by itself, as it would stand behind a key. Raises ConfigError."""
    node = _composed(name, text)
    return "" if node is None else _value(name, node, "", {}, 0)


def _composed(name: str, text: str) -> "yaml.Node | None":
    try:
        node: yaml.Node | None = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f", line {mark.line + 1}" if mark else ""
        raise ConfigError(f"{name}{line}: not valid YAML ({error.problem}). Correct the line and run again.") from error
    except (yaml.YAMLError, RecursionError) as error:
        raise ConfigError(f"{name}: not valid YAML. Correct the file and run again.") from error
    return node


def _mapping(name: str, node: "yaml.Node", prefix: str, lines: dict[str, int], depth: int) -> Tree:
    line = node.start_mark.line + 1
    if not isinstance(node, yaml.MappingNode):
        raise ConfigError(f"{name}, line {line}: expected `key: value` lines{' under ' + prefix if prefix else ''}.")
    if depth > MAX_DEPTH:
        raise ConfigError(f"{name}, line {line}: the settings are nested too deeply.")
    tree: Tree = {}
    for key_node, value in node.value:
        key_line = key_node.start_mark.line + 1
        if not isinstance(key_node, yaml.ScalarNode):
            raise ConfigError(f"{name}, line {key_line}: a key must be a word.")
        path = f"{prefix}.{key_node.value}" if prefix else str(key_node.value)
        if path in lines:
            raise ConfigError(
                f"{name}, line {key_line}: {path} is already set on line {lines[path]}. Keep one of them."
            )
        lines[path] = key_line
        if not depth and isinstance(value, yaml.ScalarNode) and not (value.value or value.style):
            continue  # a section whose lines are all commented out is empty
        tree[key_node.value] = _value(name, value, path, lines, depth)
    return tree


def _value(name: str, node: "yaml.Node", path: str, lines: dict[str, int], depth: int) -> "str | list[str] | Tree":
    if isinstance(node, yaml.ScalarNode):
        return str(node.value)
    if isinstance(node, yaml.SequenceNode):
        if not all(isinstance(item, yaml.ScalarNode) for item in node.value):
            raise ConfigError(
                f"{name}, line {node.start_mark.line + 1}: {path or 'this'} takes a list of plain values."
            )
        return [str(item.value) for item in node.value]
    return _mapping(name, node, path, lines, depth + 1)
