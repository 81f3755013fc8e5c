"""A thing that a memory cites, and the commit that brought it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """Something that a memory cites: the commit that brought it, when that was made, and the file's blob then.

    `lines` are hashes of what is cited where no sentence of it was kept; None while nobody has read it. `base_differed`
    says that the base branch had it otherwise when the memory was written; only then a copy of its patch counts.
    """

    commit: str
    patch_id: str
    path: str
    blob: str
    made_at: int = 0
    lines: tuple[str, ...] | None = ()
    base_differed: bool = True
