"""Zed as set-up knows it."""

from scrubjay.integrations.client_files.client import AGENT_SKILLS, Client
from scrubjay.integrations.clients.zed.servers import FILE, SERVERS

ZED = Client(
    name="zed",
    title="Zed",
    signs=lambda site: (site.config / "zed", site.app_support / "Zed"),
    config_file=FILE,
    parts=(SERVERS,),
    skill_folder=AGENT_SKILLS,
    project_files=(FILE,),
)
