"""Checks of how clones are bound: who joined without being asked, and bindings that other users can read."""

from collections.abc import Iterator
from pathlib import Path

from scrubjay.model.check import Check
from scrubjay.projects.file import exposed_paths as which
from scrubjay.projects.ids import home_id
from scrubjay.projects.registry import ProjectRegistry

MOST = 20


def open_to_others(registry: ProjectRegistry, common_dir: Path) -> Iterator[Check]:
    """The binding's file or folder where it is open to others; reading it has closed what could be closed."""
    if files := which(common_dir, home_id(registry.home)):
        do = "run `chmod go= PATH`: other users can read the secret that opens this clone's memory"
        yield Check(
            "binding", True, f"readable by other users, and the mode can't be changed: {', '.join(files)}", "", do
        )


def unasked(registry: ProjectRegistry) -> Check:
    """Name them, with what to do about each."""
    names = [f"{folder} ({name})" for folder, name in registry.joined_without_consent()]
    if not names:
        return Check("joined clones", True, "all confirmed by a person", "all confirmed by a person")
    do = (
        "in a clone that belongs to the project run `scrubjay project join ID`; in any other `scrubjay uninstall` and "
        "`scrubjay init`"
    )
    listed = "; ".join(names[:MOST]) + (f" and {len(names) - MOST} more" if len(names) > MOST else "")
    return Check("joined clones", True, f"joined a project before that needed a person: {listed}", "", do)
