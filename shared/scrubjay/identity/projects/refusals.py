"""Errors for repositories that open no project: the state and the next command, never a project's name."""

from pathlib import Path
from typing import assert_never

from scrubjay.errors import (
    BindingUnusable,
    BorrowedRepository,
    CopiedBinding,
    NotInitialised,
    ScrubjayError,
    UnknownBinding,
)
from scrubjay.git.repository import Repository
from scrubjay.identity.projects.file import is_linked_worktree
from scrubjay.identity.projects.identity import Borrowed, Copy, Unbound, Unknown, Unusable
from scrubjay.model.counted import counted

NotOpened = Unbound | Borrowed | Copy | Unknown | Unusable


def not_opened_error(
    binding_state: NotOpened, repository: Repository, fits: int, project_id: str = "", *, described: bool = False
) -> ScrubjayError:
    """The error for a repository that opens nothing; `fits` counts the projects that it might belong to.

    `project_id`: id of the project that was bound in this folder. `described`: the project that the binding names has
    its folder in the home, but home.db lost it.
    """
    folder = repository.worktree
    match binding_state:
        case Unbound():
            return NotInitialised(
                f"scrubjay is not set up in this repository. Run `scrubjay init` in it.{_fitting_projects_text(fits)}"
            )
        case Borrowed(common_dir):
            return BorrowedRepository(_borrowed_text(folder, common_dir, linked=is_linked_worktree(repository)))
        case Copy(_, copied_from, still_there):
            return CopiedBinding(_copied_text(folder, copied_from, still_there=still_there))
        case Unknown(project, project_known):
            return UnknownBinding(_unknown_text(project[:12], project_known=project_known, described=described))
        case Unusable(path, why):
            back = (
                f"then type `scrubjay project join {project_id[:12]}` in a terminal: "
                "that project was bound in this folder."
                if project_id
                else "and run `scrubjay init`."
            )
            return BindingUnusable(
                f"{path} {why}, so it can't be told which project this is. Nothing was opened or changed: remove it, "
                f"{back}"
            )
        case _:
            assert_never(binding_state)


def _borrowed_text(folder: Path, common_dir: str, *, linked: bool) -> str:
    if linked:
        return (
            f"{folder}/.git names a worktree of {common_dir} that git knows at another place, so nothing is opened "
            f"here. If you moved this folder, run `git worktree repair {folder}` in that repository."
        )
    return (
        f"{folder}/.git leads to {common_dir}, and nothing there says that it belongs to this folder, so its "
        "memory stays closed here. If it does, run `scrubjay init` here in a terminal."
    )


def _copied_text(folder: Path, copied_from: str, *, still_there: bool) -> str:
    if still_there:
        return (
            f"{folder} is a copy of {copied_from}, which still has its memory; a copy opens nothing by itself. "
            "Run `scrubjay init` here, which asks whether it shares that memory or begins its own."
        )
    return (
        f"{folder} has the binding of {copied_from}, and a history that shares no root commit with it. If it is that "
        "repository, moved, type `scrubjay project move` here in a terminal; else run `scrubjay init`."
    )


def _unknown_text(project: str, *, project_known: bool, described: bool) -> str:
    if project_known:
        return (
            f"This home doesn't know this clone of project {project} (was an older home restored?). "
            f"Typed in a terminal, `scrubjay project join {project}` opens it; `scrubjay init` begins another."
        )
    if described:
        return (
            f"home.db doesn't know project {project}, whose folder is there. Nothing was lost; "
            "`scrubjay doctor --repair` brings it back."
        )
    return (
        f"This home has no project {project} (was it forgotten, or an older home restored?). "
        "`scrubjay backup restore FILE` brings a kept one back; `scrubjay init` begins a new one."
    )


def _fitting_projects_text(fits: int) -> str:
    if not fits:
        return ""
    which = "One project of this home fits" if fits == 1 else f"{counted(fits, 'project')} of this home fit"
    return f" {which} it; a person can join it there, or by `scrubjay project join`."
