"""A file that stands for a memory."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StandInFile:
    """A file that names a memory: its path, and whether it says anything of the memory still."""

    path: str
    says: bool = True
