"""How are clones bound? Those that joined before joining was a person's act, and bindings that others can read."""

from collections.abc import Iterator
from pathlib import Path

from scrubjay.doctor.check import Check
from scrubjay.projects.file import open_to_others as which
from scrubjay.projects.ids import home_id
from scrubjay.projects.registry import ProjectRegistry

MOST = 20


def open_to_others(registry: ProjectRegistry, common_dir: Path) -> Iterator[Check]:
    """The binding's file or folder where it is open to others; reading it has closed what could be closed."""
    if found := which(common_dir, home_id(registry.home)):
        do = "close it with `chmod go= PATH`; others read there what opens this clone's memory"
        yield Check("binding", True, f"open to others, and can't be closed: {', '.join(found)}", "", do)


def unasked(registry: ProjectRegistry) -> Check:
    """Name them, with what to do about each."""
    found = [f"{folder} ({name})" for folder, name in registry.unasked()]
    if not found:
        return Check("joined clones", True, "each was asked for", "each was asked for")
    do = (
        "in a clone that belongs there type `scrubjay project join ID`; in one that doesn't, `scrubjay uninstall` and "
        "`scrubjay init`"
    )
    said = "; ".join(found[:MOST]) + (f" and {len(found) - MOST} more" if len(found) > MOST else "")
    return Check("joined clones", True, f"share a project since before that was asked for: {said}", "", do)
