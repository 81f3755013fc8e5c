"""Settings in two layers, the user's and the repository's, read once and passed as a value."""

from typing import TYPE_CHECKING

from scrubjay.exporting import exported

if TYPE_CHECKING:
    from scrubjay.settings.fields import keys
    from scrubjay.settings.home import home_folder
    from scrubjay.settings.layers import (
        REPOSITORY_FILE,
        USER_FILE,
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

_LAYERS = "scrubjay.settings.layers"

__getattr__ = exported(
    __name__,
    {
        "REPOSITORY_FILE": _LAYERS,
        "USER_FILE": _LAYERS,
        "load_settings": _LAYERS,
        "read_repository_file": _LAYERS,
        "requested_project": _LAYERS,
        "with_repository": _LAYERS,
        "Settings": "scrubjay.settings.schema",
        "Toolset": "scrubjay.settings.schema",
        "home_folder": "scrubjay.settings.home",
        "keys": "scrubjay.settings.fields",
    },
)
