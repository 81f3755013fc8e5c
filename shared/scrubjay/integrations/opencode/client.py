"""opencode as set-up knows it."""

from scrubjay.integrations.client_files.client import AGENT_SKILLS, Client
from scrubjay.integrations.opencode.servers import FOLDER, SERVERS

OPENCODE = Client(
    name="opencode",
    title="opencode",
    signs=lambda site: (site.config / FOLDER,),
    config_file="~/.config/opencode/opencode.json",
    parts=(SERVERS,),
    skill_folder=AGENT_SKILLS,
    shared=True,
)
