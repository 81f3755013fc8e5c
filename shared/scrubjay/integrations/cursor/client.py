"""Cursor as set-up knows it."""

from scrubjay.integrations.client_files.client import Client
from scrubjay.integrations.cursor.servers import FILE, SERVERS

CURSOR = Client(
    name="cursor",
    title="Cursor",
    signs=lambda site: (site.account / ".cursor",),
    config_file=FILE,
    parts=(SERVERS,),
    project_files=(FILE,),
)
