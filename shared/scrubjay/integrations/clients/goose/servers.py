"""The servers among Goose's extensions, in YAML; Goose starts them in the session's folder."""

from collections.abc import Mapping

from scrubjay.integrations.client_files.file_servers import EntryForm, FileServers
from scrubjay.integrations.client_files.launch import ServerCommand
from scrubjay.integrations.edits import yaml_lines
from scrubjay.model.agent import AgentType

TIMEOUT_S = 300
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
        "timeout": TIMEOUT_S,
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
