"""Cline as set-up knows it."""

from scrubjay.integrations.client_files.client import Client
from scrubjay.integrations.cline.hooks import HOOKS
from scrubjay.integrations.cline.servers import SERVERS, storage

CLINE = Client(
    name="cline",
    title="Cline",
    signs=lambda site: (storage(site),),
    config_file="…/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    parts=(SERVERS, HOOKS),
    hooked="~/Documents/Cline/Hooks",
    shared=True,
)
