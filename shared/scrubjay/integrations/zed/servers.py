"""The servers in Zed's settings of a project. Zed's agent starts them in `/` (1.10.3), so they are told which."""

from scrubjay.integrations.client_files.file_servers import FileServers, Form, plain_entry
from scrubjay.model.agent import AgentType

FILE = ".zed/settings.json"

SERVERS = FileServers(
    AgentType.ZED,
    "Zed",
    lambda site: site.repository.worktree / FILE,
    (Form(("context_servers",), plain_entry),),
    in_repository=True,
)
