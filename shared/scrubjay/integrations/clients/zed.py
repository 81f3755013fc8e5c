"""Zed: its servers."""

from scrubjay.integrations.client_files.client import AGENT_SKILLS, Client
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


ZED = Client(
    name="zed",
    title="Zed",
    signs=lambda site: (site.config / "zed", site.app_support / "Zed"),
    config_file=FILE,
    parts=(SERVERS,),
    skill_folder=AGENT_SKILLS,
    project_files=(FILE,),
)
