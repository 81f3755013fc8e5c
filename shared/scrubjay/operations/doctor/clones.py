"""Checks of how clones are bound: bindings that other users can read."""

from collections.abc import Iterator
from pathlib import Path

from scrubjay.identity.projects.file import exposed_paths as which
from scrubjay.identity.projects.ids import home_id
from scrubjay.identity.projects.registry import ProjectRegistry
from scrubjay.model.check import Check


def open_to_others(registry: ProjectRegistry, common_dir: Path) -> Iterator[Check]:
    """The binding's file or folder where it is open to others; reading it has closed what could be closed."""
    if files := which(common_dir, home_id(registry.home)):
        do = "run `chmod go= PATH`: other users can read the secret that opens this clone's memory"
        yield Check(
            "binding", True, f"readable by other users, and the mode can't be changed: {', '.join(files)}", "", do
        )
