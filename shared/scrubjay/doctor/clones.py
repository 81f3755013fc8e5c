"""Which clones share a project that nobody asked them to share? They joined before joining was a person's act."""

from scrubjay.doctor.check import Check
from scrubjay.projects.registry import ProjectRegistry

MOST = 20


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
