"""Second half of `init`, after a person chose: opens the project of a repository, and writes the files for the team."""

import shlex
from typing import TYPE_CHECKING

from scrubjay.cli.context import Invocation, open_home
from scrubjay.cli.output import say
from scrubjay.cli.setup.clones import choose
from scrubjay.errors import BorrowedRepository
from scrubjay.identity.person.facts import Actor, classify_actor
from scrubjay.identity.person.keys import agreed
from scrubjay.identity.projects.binding import read
from scrubjay.identity.projects.file import home_id, is_linked_worktree
from scrubjay.identity.projects.identity import BoundFile
from scrubjay.identity.projects.rebuild import check_orphans
from scrubjay.integrations import team
from scrubjay.integrations.edits import Receipt, apply
from scrubjay.model.frozen import dataclass
from scrubjay.settings.layers import REPOSITORY_FILE, read_repository_file, requested_project

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace
    from scrubjay.git.repository import Repository
    from scrubjay.identity.projects.hints import ProjectHint
    from scrubjay.integrations.edits import FileChange
    from scrubjay.settings.schema import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectChoice:
    """What was chosen: how it is said, what was made for the project before, whether it is new.

    `join`: the project that a person picked. `agreed`: a person said that the repository which `.git` leads to is this
    folder's. `fit`: the ids of projects that a person could still join; `named`: the one that a copied binding names.
    """

    said: str
    made: "Receipt"
    new: bool = True
    join: str = ""
    agreed: bool = False
    fit: tuple[str, ...] = ()
    named: str = ""

    def command(self) -> str:
        """The line with which a person joins what fits; empty where nothing does."""
        id = self.named or (self.fit[0] if len(self.fit) == 1 else "")
        return f"scrubjay project join {id[:12]}".rstrip()


def choose_project(
    invocation: Invocation, settings: "Settings", repository: "Repository", *, asking: bool
) -> ProjectChoice:
    """Choose the project of a repository, and write nothing. Raises what keeps a repository from being bound."""
    check_orphans(settings.home, repository.common_dir)
    new = f"new; its secret is stored in this clone's .git/scrubjay, its memory in {settings.home}"
    nothing = Receipt.of(settings.home / "projects" / "none")
    if not (settings.home / "home.db").is_file():
        return ProjectChoice(said=new, made=nothing)
    with open_home(invocation) as home:
        asking = asking and _by_person(invocation)
        agreed = False
        try:
            prospect = home.binder.preview(repository)
        except BorrowedRepository as error:
            if not asking or not _agree_it_is_ours(home, repository, str(error)):
                raise
            agreed, prospect = True, home.binder.preview(repository, agreed=True)
        project = prospect.project
        if project:
            back = "; as it was when you uninstalled scrubjay here" if prospect.returned else ""
            description = f"{project.name} ({project.id[:12]}){back}"
            return ProjectChoice(said=description, made=Receipt.of(project.folder), new=False, agreed=agreed)
        hints = _hints(home, repository)
        if hints and asking:
            return _ask_which(hints, new, nothing, agreed)
        fit = tuple(hint.project.id for hint in hints)
        binding = read(repository.common_dir, home_id(settings.home))
        named = binding.project if isinstance(binding, BoundFile) and binding.project in fit else ""
        return ProjectChoice(said=new, made=nothing, agreed=agreed, fit=fit, named=named)


def _ask_which(hints: "tuple[ProjectHint, ...]", new: str, nothing: "Receipt", agreed: bool) -> ProjectChoice:
    """The choice of a person between the projects that fit and a new one."""
    say("This may be a repository that scrubjay knows:")
    chosen = choose(hints, "a new project")
    if chosen is None:
        return ProjectChoice(said=new, made=nothing, agreed=agreed)
    return ProjectChoice(
        said=f"{chosen.name} ({chosen.id[:12]}), joined", made=Receipt.of(chosen.folder), new=False, join=chosen.id
    )


def _by_person(invocation: Invocation) -> bool:
    return classify_actor(invocation.facts) is Actor.PERSON


def _agree_it_is_ours(home: "App", repository: "Repository", why: str) -> bool:
    """Whether a person agrees that a common directory is this folder's own."""
    if is_linked_worktree(repository):
        return False
    say(why.partition(" If it does")[0])
    return agreed(f"Is {repository.common_dir} this folder's own repository, with all that scrubjay remembers?", say)


def _hints(home: "App", repository: "Repository") -> "tuple[ProjectHint, ...]":
    """The projects of this home that a repository may belong to."""
    name = str(repository.worktree / REPOSITORY_FILE)
    return home.registry.matching(repository, requested_project(read_repository_file(repository.worktree), name))


NEW_ID = "0" * 32
"""Stands in a diff for the id of a project that isn't made yet."""

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def plan_files(invocation: Invocation, settings: "Settings", repository: "Repository") -> "tuple[FileChange, ...]":
    """The changes to the files for a team to commit; nothing is written to find out. Raises ConfigError."""
    id = NEW_ID
    if (settings.home / "home.db").is_file():
        with open_home(invocation) as home:
            project = home.binder.preview(repository, agreed=True).project
            id = project.id if project else NEW_ID
    return team.plan_team(repository.worktree, id, settings.skills.directory)


def show_files(changes: "tuple[FileChange, ...]", repository: "Repository") -> None:
    """Print the diff of the files for a team to commit, coloured on a terminal."""
    if not changes:
        say("  team: up to date")
        return
    say()
    for line in team.diff(changes, repository.worktree):
        say(line.replace(NEW_ID, "(the id of the new project)"), fg=_COLOURS.get(line[:1]))


def write_files(workspace: "Workspace", settings: "Settings") -> None:
    """Write the files for a team to commit, and say what is left to the user."""
    worktree = workspace.repository.worktree
    changes = team.plan_team(worktree, workspace.project.id, settings.skills.directory)
    made = Receipt.of(workspace.project.folder)
    apply(changes, made)
    made.drop(*made.names(f"skill {worktree}/"))  # from now on they are the team's
    made.add(team.receipt_name(worktree))
    if changes:
        names = " ".join(shlex.quote(name) for name in team.committed(settings.skills.directory))
        say(f"team: written. To commit them: git add {names} && git commit")
