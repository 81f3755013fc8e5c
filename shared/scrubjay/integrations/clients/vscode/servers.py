"""The servers in VS Code's file of a workspace, under a key of its own."""

from collections.abc import Mapping

from scrubjay.integrations.client_files.file_servers import EntryForm, FileServers, plain_entry
from scrubjay.integrations.client_files.launch import ServerCommand
from scrubjay.model.agent import AgentType

FILE = ".vscode/mcp.json"


def entry(server: ServerCommand) -> Mapping[str, object]:
    """A local server as VS Code reads it."""
    return {"type": "stdio", **plain_entry(server)}


SERVERS = FileServers(
    agent=AgentType.VSCODE,
    title="VS Code",
    file=lambda site: site.repository.worktree / FILE,
    forms=(EntryForm(("servers",), entry),),
    in_repository=True,
)
