"""A project: one repository's identity; worktrees share it, clones can join it."""

from pathlib import Path

from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Project:
    """A project of the home. `folder` holds its databases; `clones` are git common directories."""

    id: str
    name: str
    folder: Path
    created_at: str
    roots: frozenset[str]
    clones: tuple[Path, ...]
