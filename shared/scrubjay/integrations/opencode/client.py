"""opencode as set-up knows it."""

from scrubjay.integrations.client_files.client import Client, agent_skills
from scrubjay.integrations.opencode.servers import FOLDER, SERVERS

OPENCODE = Client(
    name="opencode",
    title="opencode",
    signs=lambda site: (site.config / FOLDER,),
    config_file="~/.config/opencode/opencode.json",
    parts=(SERVERS,),
    skills=agent_skills,
    shared=True,
)
