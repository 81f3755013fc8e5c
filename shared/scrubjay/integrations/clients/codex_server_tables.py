"""Our servers as TOML tables: written, read, and found by their names where nothing marks them any more.

`codex mcp add` (0.169.0) writes every server of `config.toml` anew, and drops the comment that begins our block.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping

from scrubjay.integrations.client_files.launch import SERVERS, Launch, server_commands
from scrubjay.integrations.edits import block
from scrubjay.model.agent import AgentType
from scrubjay.model.pattern import pattern

Entries = Mapping[str, Mapping[str, object]]

OWN_KEYS = frozenset({"command", "args", "env"})
_MARKS = rb"(?m)^(?:" + re.escape(block.START) + rb"|" + re.escape(block.END) + rb").*\n?"
_PLAIN = pattern(r"[A-Za-z0-9_-]+")


def tables(launch: Launch, present: Entries | None = None) -> str:
    """Both servers as tables. `present`: entries of ours, of which a user's own keys and variables are kept."""
    lines: list[str] = []
    for server in server_commands(launch, AgentType.CODEX):
        entry = (present or {}).get(server.name, {})
        theirs = entry.get("env")
        variables = {**(theirs if isinstance(theirs, Mapping) else {}), **server.environment}
        own = {"command": server.command, "args": server.arguments, **({"env": variables} if variables else {})}
        rest = {key: value for key, value in entry.items() if key not in OWN_KEYS}
        lines.append(f"[mcp_servers.{server.name}]")
        lines += [f"{_toml_key(key)} = {_value(value)}" for key, value in (own | rest).items()]
    return "\n".join(lines)


def entries(config: Mapping[str, object], home: str) -> Entries:
    """The servers of a configuration that are this home's, by name; `home` is empty for the platform's."""
    servers = config.get("mcp_servers")
    named = {name: servers.get(name) for name in SERVERS} if isinstance(servers, Mapping) else {}
    return {name: entry for name, entry in named.items() if isinstance(entry, Mapping) and _is_ours(name, entry, home)}


def without_tables(text: bytes, names: Iterable[str]) -> bytes:
    """The text without the tables of some servers and without what is left of our marks; comments of others stay.

    Raises ValueError where that would change anything else.
    """
    wanted = set(names)
    after = text
    for start, end in reversed(_places(text, wanted)):
        after = block.cut(after, (start, end - after[start:end].endswith(b"\n")))
    expected = _parsed(text)
    servers = expected.get("mcp_servers")
    if isinstance(servers, dict):
        for name in wanted:
            servers.pop(name, None)
    if {**expected, "mcp_servers": servers or {}} != {"mcp_servers": {}, **_parsed(after)}:
        raise ValueError("scrubjay's servers in it can't be told apart from the rest")
    return after


def _places(text: bytes, names: Iterable[str]) -> list[block.Place]:
    """Where the tables and marks stand, in order; neighbours are one place."""
    either = b"|".join(re.escape(name.encode()) for name in names)
    header = rb'(?m)^\[mcp_servers\.(?:"(?:' + either + rb')"|(?:' + either + rb"))(?:\.[^\]\n]*)?\]"
    places = [match.span() for match in re.finditer(_MARKS, text)]
    for match in re.finditer(header, text) if either else ():
        following = re.search(rb"(?m)^\[", text[match.end() :])
        end = match.end() + following.start() if following else len(text)
        body = re.sub(rb"(?:^[ \t]*(?:#.*)?(?:\n|\Z))+\Z", b"", text[match.start() : end], flags=re.MULTILINE)
        places.append((match.start(), match.start() + len(body)))
    merged: list[block.Place] = []
    for start, end in sorted(places):
        if merged and not text[merged[-1][1] : start].strip():
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _is_ours(name: str, entry: Mapping[str, object], home: str) -> bool:
    arguments, variables = entry.get("args"), entry.get("env")
    named = variables.get("SCRUBJAY_HOME", "") if isinstance(variables, Mapping) else ""
    return isinstance(arguments, list) and SERVERS[name] in arguments and named == home


def _parsed(text: bytes) -> dict[str, object]:
    return tomllib.loads(text.decode("utf-8-sig"))


def _toml_key(key: str) -> str:
    return key if _PLAIN.fullmatch(key) else json.dumps(key)


def _value(value: object) -> str:
    """TOML of a value. A JSON string is a TOML string."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_toml_key(key)} = {_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value) if isinstance(value, str | bool | int | float) else str(value)
