"""The servers in Gemini CLI's settings (form read from 0.61.0)."""

from scrubjay.integrations.client_files.file_servers import FileServers
from scrubjay.model.agent import AgentType

FILE = "settings.json"

SERVERS = FileServers(
    agent=AgentType.GEMINI, title="Gemini CLI", file=lambda site: (site.folder("gemini") / FILE).resolve()
)
