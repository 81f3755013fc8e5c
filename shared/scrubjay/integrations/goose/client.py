"""Goose as set-up knows it."""

from scrubjay.integrations.client_files.client import Client
from scrubjay.integrations.goose.servers import FOLDER, SERVERS

GOOSE = Client(
    name="goose",
    title="Goose",
    signs=lambda site: (site.config / FOLDER,),
    config_file="~/.config/goose/config.yaml",
    parts=(SERVERS,),
    shared=True,
)
