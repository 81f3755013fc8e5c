"""Extensions that the user's file switches on or off, or has a section of. A repository's file is never read for it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from scrubjay.errors import ConfigError

KEY: Final = "extensions"
FILE: Final = "config.yaml"
"""The user's file in the home."""

_SWITCH: Final = {"on": True, "off": False}


def chosen(file: Path) -> dict[str, bool]:
    """Which extensions the user's file switches on or off; none where it can't be read, which settings report.

    YAML is parsed only where the file has the word: start, hooks and the help ask this each time.
    """
    return switches(_tree(file, KEY).get(KEY))


def has_section(file: Path, name: str) -> bool:
    """Whether the user's file has a section of an extension; not where the file can't be read."""
    return bool(_tree(file, name).get(name))


def _tree(file: Path, word: str) -> Mapping[str, object]:
    """What stands in the user's file; nothing where it can't be read, or hasn't the word."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return {}
    if word not in text:
        return {}
    from scrubjay.settings.source import parse

    try:
        return parse(str(file), text).tree
    except ConfigError:
        return {}


def switches(section: object) -> dict[str, bool]:
    """The section by names, each on or off. Words that are neither are left out: the schema refuses them."""
    if not isinstance(section, Mapping):
        return {}
    said = {str(name): _SWITCH.get(str(value).strip().lower()) for name, value in section.items()}
    return {name: on for name, on in said.items() if on is not None}
