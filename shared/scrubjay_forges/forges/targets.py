"""Repositories that belong to a project, by the user's own file: a project's id, or a name that only it has; pure."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from scrubjay.model.frozen import dataclass
from scrubjay.model.project import Project
from scrubjay.settings.forges import ForgeSettings
from scrubjay.settings.schema import Settings

SHORTEST: Final = 8
"""Characters of an id that stand for the whole."""


@dataclass(frozen=True, slots=True)
class ForgeTarget:
    """A repository that the user's file names, as HOST/OWNER/NAME."""

    name: str
    settings: ForgeSettings

    @property
    def label(self) -> str:
        """OWNER/NAME."""
        return self.name.partition("/")[2]


def targets_of(
    forges: Mapping[str, ForgeSettings], id: str, name: str, names: Collection[str]
) -> tuple[ForgeTarget, ...]:
    """The repositories of a project. `names` are those of all projects: one that several have is none's."""
    single = [*names].count(name) == 1
    return tuple(
        ForgeTarget(repository, one)
        for repository, one in forges.items()
        if (single and one.project == name) or (len(one.project) >= SHORTEST and id.startswith(one.project))
    )


Targets = Callable[[], Sequence[ForgeTarget]]


def forge_targets(user_settings: Settings, project: Project, projects: Callable[[], Sequence[Project]]) -> "Targets":
    """A function that gives the repositories which the user's file names for this project."""

    def targets() -> tuple[ForgeTarget, ...]:
        forges = user_settings.forges
        return targets_of(forges, project.id, project.name, [one.name for one in projects()]) if forges else ()

    return targets
