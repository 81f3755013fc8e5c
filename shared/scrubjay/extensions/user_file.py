"""The switch of an extension in the user's file: everything else in it stays as it is."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrubjay.errors import ConfigError
from scrubjay.extensions.chosen import KEY
from scrubjay.model.later import Later
from scrubjay.settings.write import put, set_setting

if TYPE_CHECKING:
    import yaml
else:
    yaml = Later("yaml")


def switch(file: Path, name: str, *, on: bool) -> None:
    """Switch an extension on or off. Raises ConfigError with the line to add by hand."""
    set_setting(file, (KEY, name), "on" if on else "off")


def remove_entry(file: Path, name: str) -> bool:
    """Take the line of an extension away, and its section's heading with the last; whether there was one.

    Raises ConfigError where it doesn't stand on a line of its own, or the file is read-only.
    """
    old = file.read_text(encoding="utf-8") if file.is_file() else ""
    text = _without_entry(old, name)
    if text is None:
        raise ConfigError(f"{file} could not be changed. Remove {KEY}.{name} by hand.")
    if text == old:
        return False
    put(file, text)
    return True


def _without_entry(text: str, name: str) -> str | None:
    """The text of the user's file without the extension's line; None if the line can't be removed alone."""
    node: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    sections = node.value if isinstance(node, yaml.MappingNode) else ()
    section = next((pair for pair in sections if pair[0].value == KEY), None)
    pairs = section[1].value if section and isinstance(section[1], yaml.MappingNode) else ()
    pair = next((pair for pair in pairs if pair[0].value == name), None)
    if section is None or pair is None:
        return text
    if section[1].flow_style and len(pairs) > 1:
        before, after = pair[0].start_mark.index, pair[1].end_mark.index
        follows = text[after:].lstrip()
        if follows.startswith(","):
            return text[:before] + follows[1:].lstrip()
        return text[:before].rstrip().removesuffix(",") + text[after:]
    rows = text.split("\n")
    first = section[0].start_mark.line if len(pairs) == 1 else pair[0].start_mark.line
    last = pair[1].start_mark.line
    if any(row.strip().startswith("#") for row in rows[first : last + 1]):
        return None
    return "\n".join(rows[:first] + rows[last + 1 :])
