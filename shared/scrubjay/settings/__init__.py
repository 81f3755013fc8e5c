"""Settings in two layers, the user's and the repository's, read once and passed as a value."""

from scrubjay.settings.check import keys
from scrubjay.settings.layers import (
    REPOSITORY_FILE,
    USER_FILE,
    home_folder,
    load_settings,
    read_repository_file,
    requested_project,
    with_repository,
)
from scrubjay.settings.schema import Settings, Toolset

__all__ = [
    "REPOSITORY_FILE",
    "USER_FILE",
    "Settings",
    "Toolset",
    "home_folder",
    "keys",
    "load_settings",
    "read_repository_file",
    "requested_project",
    "with_repository",
]
