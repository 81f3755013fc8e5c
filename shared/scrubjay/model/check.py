"""The result of one check, and how a worktree stands by its checks."""

from scrubjay.model.frozen import dataclass

Value = str | int | float


LABELS = {
    "doubles": "duplicates",
    "likeness": "duplicate claims",
    "masked": "secrets",
}
"""What people read in place of a name that scripts know."""


@dataclass(frozen=True, slots=True)
class Check:
    """A check's result. `name` is stable, for scripts. `do` says how to fix a problem or improve; else empty."""

    name: str
    ok: bool
    found: Value
    expected: Value
    do: str = ""

    @property
    def label(self) -> str:
        """The name as people read it."""
        return LABELS.get(self.name, self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorktreeStatus:
    """How a worktree stands now. `share` is the part of its passages with a vector, None while embedding is off."""

    title: str
    project: str
    checks: tuple[Check, ...]
    recent: tuple[str, ...]
    needs: tuple[str, ...]
    share: float | None
    behind: int
    busy: bool
