"""How the repositories of a team stand: each with its mirror's last fetch, what is behind, and what failed."""

from datetime import datetime
from typing import Any

from scrubjay.model.frozen import dataclass
from scrubjay_team.commands.shown import as_object
from scrubjay_team.mirrors.api import mirror_rows
from scrubjay_team.people.people import TeamPeople
from scrubjay_team.people.values import TeamProject


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectRow:
    """A repository as the lists show it. `behind`: what was fetched isn't indexed yet; `size` in bytes."""

    project: TeamProject
    commit: str
    fetched_at: datetime | None
    indexed_at: datetime | None
    behind: bool
    progress: str
    error: str
    size: int

    @property
    def state(self) -> str:
        """How it stands, in words: what failed comes first."""
        if self.error:
            return f"failed: {self.error}"
        if self.progress:
            return self.progress
        if self.fetched_at is None:
            return "not fetched yet"
        return "being indexed" if self.behind else f"at {self.commit[:12]}"

    @property
    def as_object(self) -> dict[str, Any]:
        """The JSON form."""
        inner = as_object(self)
        return as_object(self.project) | {name: value for name, value in inner.items() if name != "project"}


def project_rows(people: TeamPeople) -> tuple[ProjectRow, ...]:
    """A row for each repository of a team, by name."""
    mirrors = {one.project: one for one in mirror_rows(people.connection, people.team.id)}
    return tuple(
        ProjectRow(
            project=project,
            commit=mirror.commit if mirror else "",
            fetched_at=mirror.fetched_at if mirror else None,
            indexed_at=mirror.indexed_at if mirror else None,
            behind=bool(mirror and mirror.behind),
            progress=mirror.progress if mirror else "",
            error=mirror.error if mirror else "",
            size=mirror.size if mirror else 0,
        )
        for project in people.projects.all()
        for mirror in (mirrors.get(project.id),)
    )
