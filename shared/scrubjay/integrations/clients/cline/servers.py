"""The servers in Cline's file, which VS Code keeps for the account; it names no repository, for it serves them all."""

from pathlib import Path

from scrubjay.integrations.client_files.client import Site
from scrubjay.integrations.client_files.file_servers import FileServers
from scrubjay.model.agent import AgentType

STORAGE = "Code/User/globalStorage/saoudrizwan.claude-dev"


def storage(site: Site) -> Path:
    """Cline's folder."""
    return site.app_support / STORAGE


SERVERS = FileServers(
    agent=AgentType.CLINE,
    title="Cline",
    file=lambda site: (storage(site) / "settings" / "cline_mcp_settings.json").resolve(),
)
