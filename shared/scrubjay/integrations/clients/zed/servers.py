"""The servers in Zed's settings of a project. Zed's agent starts them in `/` (1.10.3), so they are told which."""

from scrubjay.integrations.client_files.file_servers import EntryForm, FileServers, plain_entry
from scrubjay.model.agent import AgentType

FILE = ".zed/settings.json"

SERVERS = FileServers(
    agent=AgentType.ZED,
    title="Zed",
    file=lambda site: site.repository.worktree / FILE,
    forms=(EntryForm(("context_servers",), plain_entry),),
    in_repository=True,
)
