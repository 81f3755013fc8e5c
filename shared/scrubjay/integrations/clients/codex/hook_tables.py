"""Our hooks as TOML tables at the end of Codex's `config.toml`, put there and taken out byte for byte.

Each is known by itself and no mark ends them: when Codex (0.169.0, run on 2026-11-23) stores the trust of a hook, it
writes the new tables behind the last one, before a comment that ends the file, and moves the tables of an event
together. What it wrote must stay, and so must the order of each event's hooks.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping

from scrubjay.integrations.edits import block

MARK = "# scrubjay's hooks: `scrubjay uninstall` takes out this comment and the tables that run it."
_GROUP = (
    rb'(?m)^\[\[hooks\.(\w+)\]\]\r?\n\[\[hooks\.\1\.hooks\]\]\r?\ntype = "command"\r?\n%s\r?\n'
    rb"timeout = \d+(?:\r?\n|\Z)"
)
"""A file of `\\r\\n` has mixed lines once Codex has written into it."""


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


def find(text: bytes, commands: Iterable[str]) -> Mapping[str, block.Place]:
    """Where our tables of each event stand, with the line end of the last one."""
    values = (json.dumps(command, ensure_ascii=False).encode("utf-8", "surrogateescape") for command in commands)
    line = b"command = (?:%s)" % b"|".join(map(re.escape, values))
    return {match[1].decode(): match.span() for match in re.finditer(_GROUP % line, text)}


def put(text: bytes, commands: Iterable[str], hooks: Mapping[str, Mapping[str, object]]) -> bytes:
    """Append the tables of each event, or bring them up to date where they stand."""
    places = find(text, commands)
    for event, (start, end) in sorted(places.items(), key=lambda item: item[1], reverse=True):
        if event in hooks:
            text = text[:start] + _tables(event, hooks[event]) + b"\n" * text[:end].endswith(b"\n") + text[end:]
    missing = [_tables(event, hook) for event, hook in hooks.items() if event not in places]
    return block.insert(text, b"\n".join([MARK.encode(), *missing]), len(text)) if missing else text


def remove(text: bytes, commands: Iterable[str]) -> bytes:
    """The text without our comments and tables; what Codex wrote between and behind them stays."""
    marks = (match.span() for match in re.finditer(rb"(?m)^" + re.escape(MARK.encode()) + rb"\r?\n", text))
    regions: list[block.Place] = []
    for start, end in sorted((*marks, *find(text, commands).values())):
        if regions and regions[-1][1] == start:
            regions[-1] = (regions[-1][0], end)
        else:
            regions.append((start, end))
    for start, end in reversed(regions):
        text = block.cut(text, (start, end - text[:end].endswith(b"\n")))
    return text


def _tables(event: str, hook: Mapping[str, object]) -> bytes:
    lines = [f"[[hooks.{event}]]", f"[[hooks.{event}.hooks]]"]
    lines += [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in hook.items()]
    return "\n".join(lines).encode("utf-8", "surrogateescape")
