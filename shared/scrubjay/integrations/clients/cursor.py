"""Cursor: its servers and hooks."""

from scrubjay.integrations.client_files.client import Client
from scrubjay.integrations.client_files.file_servers import FileServers
from scrubjay.integrations.clients import cursor_hooks as hooks
from scrubjay.integrations.hook_files.groups import ClientHooks
from scrubjay.model.agent import AgentType

FILE = ".cursor/mcp.json"

SERVERS = FileServers(
    agent=AgentType.CURSOR, title="Cursor", file=lambda site: site.repository.worktree / FILE, in_repository=True
)


CURSOR = Client(
    name="cursor",
    title="Cursor",
    signs=lambda site: (site.folder("cursor"),),
    config_file=FILE,
    parts=(SERVERS, ClientHooks(hooks)),
    hooked=f"~/.cursor/{hooks.FILE}",
    project_files=(FILE,),
    shared=True,
)
