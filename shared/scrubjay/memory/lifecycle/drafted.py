"""Drafts of texts about memories that somebody began in an editor: where they lie, and how one is taken away."""

from pathlib import Path

FOLDER = "drafts"
DIGITS = 12


def draft_name(kind: str, id: str) -> str:
    """The name of the draft of a memory."""
    return f"{kind}-{id[:DIGITS]}"


def drop_drafts(home: Path, id: str) -> None:
    """Take away what was typed for a memory."""
    for file in (home / FOLDER).glob(f"*-{id[:DIGITS]}.md"):
        file.unlink(missing_ok=True)
