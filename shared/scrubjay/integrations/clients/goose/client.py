"""Goose as set-up knows it."""

import json
from collections.abc import Mapping
from pathlib import Path

from scrubjay.integrations.client_files.client import Client
from scrubjay.integrations.clients.goose.servers import SERVERS
from scrubjay.integrations.hook_files.launcher import command
from scrubjay.integrations.hook_files.own_files import OwnFiles

CLIENT = "goose"
PLUGIN = "scrubjay"
EVENTS = ("SessionStart", "Stop", "SessionEnd")
TIMEOUT_S = 10


def files(home: Path) -> Mapping[str, str]:
    """The plugin's two files for a home."""
    hook = {"type": "command", "command": command(home, CLIENT), "timeout": TIMEOUT_S}
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
