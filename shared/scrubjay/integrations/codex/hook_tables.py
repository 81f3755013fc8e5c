"""Our hooks as TOML tables at the end of Codex's `config.toml`, put there and taken out byte for byte.

They have no mark at their end: Codex (0.169.0, run on 2026-11-23) writes new tables such as the trust of the user's
hooks right behind the last one, before a comment that ends the file. What it wrote there must stay.
"""

import json
import re
import tomllib
from collections.abc import Mapping

from scrubjay.integrations.edits import block

MARK = "# scrubjay's hooks: `scrubjay uninstall` takes out this comment and the tables that run it."
_TABLES = (
    rb"(?m)^%s\n(?:\[\[hooks\.(\w+)\]\]\n\[\[hooks\.\1\.hooks\]\]\ntype = \"command\"\n%s\ntimeout = \d+(?:\n|\Z))+"
)


def has_events(config: Mapping[str, object]) -> bool:
    """Whether a configuration has hooks of the user; their trust (`hooks.state`) alone is none."""
    hooks = config.get("hooks")
    return isinstance(hooks, Mapping) and any(isinstance(value, list) and value for value in hooks.values())


def is_valid(text: bytes) -> bool:
    """Whether a text is TOML: tables can't follow a list that the user wrote inline."""
    try:
        tomllib.loads(text.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError):
        return False
    return True


def find(text: bytes, command: str) -> block.Place | None:
    """Where our comment and tables stand, with the line end of the last one; None where they don't."""
    line = f"command = {json.dumps(command, ensure_ascii=False)}".encode("utf-8", "surrogateescape")
    found = re.search(_TABLES % (re.escape(MARK.encode()), re.escape(line)), text)
    return None if found is None else found.span()


def put(text: bytes, command: str, hooks: Mapping[str, Mapping[str, object]]) -> bytes:
    """Append the tables, or bring them up to date where they stand."""
    lines = [MARK]
    for event, hook in hooks.items():
        lines += [f"[[hooks.{event}]]", f"[[hooks.{event}.hooks]]"]
        lines += [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in hook.items()]
    tables = "\n".join(lines).encode("utf-8", "surrogateescape")
    place = find(text, command)
    if place is None:
        return block.insert(text, tables, len(text))
    ended = text[: place[1]].endswith(b"\n")
    return block.put(text, tables + b"\n" * ended, place)


def remove(text: bytes, command: str) -> bytes:
    """The text without comment and tables; what Codex wrote behind them stays."""
    place = find(text, command)
    if place is None:
        return text
    start, end = place
    return block.cut(text, (start, end - text[:end].endswith(b"\n")))
