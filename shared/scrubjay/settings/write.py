"""Adds a setting to the user's file as one line, and leaves the rest of the file unchanged."""

import re
from pathlib import Path

from scrubjay.errors import ConfigError
from scrubjay.settings.check import check
from scrubjay.settings.source import parse


def add_setting(file: Path, section: str, name: str, value: str) -> None:
    """Set `section.name` in a file that doesn't set it yet; the file is created if it is missing.

    Raises ConfigError, with the line to add by hand, where the file isn't written with one key a line.
    """
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    heading = re.search(rf"^{re.escape(section)}:[ \t]*(?:#.*)?$\n?", text, re.MULTILINE)
    if heading:
        indent = re.match(r"(?:[ \t]*(?:#.*)?\n)*( +)\S", text[heading.end() :])
        line = f"{indent[1] if indent else '  '}{name}: {value}\n"
        before = text[: heading.end()]
        text = f"{before}{'' if before.endswith(chr(10)) else chr(10)}{line}{text[heading.end() :]}"
    else:
        text = f"{text}{'' if not text or text.endswith(chr(10)) else chr(10)}{section}:\n  {name}: {value}\n"
    try:
        written = parse(str(file), text)
        check(written)
        done = written.where(f"{section}.{name}") != written.where(section)
    except ConfigError:
        done = False
    if not done:
        raise ConfigError(f"{file} could not be changed. Add by hand: `{section}: {{{name}: {value}}}`.")
    target = file.resolve()  # a link stays one
    half = target.with_name(f".{target.name}.half")
    half.write_text(text, encoding="utf-8")
    half.chmod(0o600)
    half.replace(target)
