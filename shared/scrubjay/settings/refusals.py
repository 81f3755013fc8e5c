"""Settings without effect, each with its place and why: what a repository's file or a variable may not set."""

from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class RefusedSetting:
    """A key that has no effect where it stands. `where` is a file with its line, or the name of a variable."""

    key: str
    where: str
    why: str

    def __str__(self) -> str:
        return f"{self.where}: {self.why}"
