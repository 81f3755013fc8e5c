"""Goose: its servers among the extensions, in YAML, and its hooks."""

import json
from collections.abc import Mapping
from pathlib import Path

from scrubjay.integrations.client_files.client import Client
from scrubjay.integrations.client_files.file_servers import EntryForm, FileServers
from scrubjay.integrations.client_files.launch import ServerCommand
from scrubjay.integrations.edits import yaml_lines
from scrubjay.integrations.hook_files.launcher import command
from scrubjay.integrations.hook_files.own_files import OwnFiles
from scrubjay.model.agent import AgentType

SERVER_TIMEOUT_S = 300
"""Goose's own default for an extension."""


def entry(server: ServerCommand) -> Mapping[str, object]:
    """An extension as Goose 1.38 reads it."""
    return {
        "enabled": True,
        "type": "stdio",
        "name": server.name,
        "cmd": server.command,
        "args": server.arguments,
        "envs": server.environment,
        "timeout": SERVER_TIMEOUT_S,
    }


SERVERS = FileServers(
    agent=AgentType.GOOSE,
    title="Goose",
    file=lambda site: (site.folder("goose") / "config.yaml").resolve(),
    forms=(EntryForm(("extensions",), entry, "envs"),),
    syntax=yaml_lines,
    blank="",
    language="YAML",
)


CLIENT = "goose"
PLUGIN = "scrubjay"
EVENTS = ("SessionStart", "Stop", "SessionEnd")
HOOK_TIMEOUT_S = 10


def files(home: Path) -> Mapping[str, str]:
    """The plugin's two files for a home."""
    hook = {"type": "command", "command": command(home, CLIENT), "timeout": HOOK_TIMEOUT_S}
    manifest = {"name": PLUGIN, "version": "1.0.0", "description": "scrubjay hears of the sessions of goose"}
    groups = {"hooks": {event: [{"hooks": [hook]}] for event in EVENTS}}
    return {
        f"{PLUGIN}/{name}": json.dumps(value, indent=2) + "\n"
        for name, value in (("plugin.json", manifest), ("hooks/hooks.json", groups))
    }


HOOKS = OwnFiles(client=CLIENT, folder=lambda site: site.folder("goose plugins"), files=files)


GOOSE = Client(
    name="goose",
    title="Goose",
    signs=lambda site: (site.folder("goose"),),
    config_file="~/.config/goose/config.yaml",
    parts=(SERVERS, HOOKS),
    hooked=f"~/.agents/plugins/{PLUGIN}",
    shared=True,
)
