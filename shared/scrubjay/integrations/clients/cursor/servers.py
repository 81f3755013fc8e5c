"""The servers in Cursor's file of a project. Cursor doesn't start them in the project, so they are told which."""

from scrubjay.integrations.client_files.file_servers import FileServers
from scrubjay.model.agent import AgentType

FILE = ".cursor/mcp.json"

SERVERS = FileServers(
    agent=AgentType.CURSOR, title="Cursor", file=lambda site: site.repository.worktree / FILE, in_repository=True
)
