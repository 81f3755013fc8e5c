"""What does set-up put where, in this repository and for this account, and how is it taken back?"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from scrubjay.cli.context import Here
from scrubjay.clients import claude_code, exclude, session_hooks, skills
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.githooks import install as hooks
from scrubjay.githooks.stub import Caller
from scrubjay.guest import Change, Receipt
from scrubjay.settings import Settings, home_folder

Changes = tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One part of set-up: what it will change, what it leaves alone and why, and how it is done."""

    name: str
    changes: Changes
    notes: tuple[str, ...]
    carry_out: Callable[[Receipt], Changes]


def caller(home: Path) -> Caller:
    """Who answers the hooks: this Python, with this home."""
    return Caller(Path(sys.executable), home)


def launch(at: Here, settings: Settings) -> claude_code.Launch:
    """How clients start the servers; the home is named only when it isn't the platform's."""
    default = home_folder({})
    return claude_code.Launch(Path(sys.executable), "" if settings.home == default else str(settings.home))


def setting_up(at: Here, settings: Settings, repository: Repository, made: Receipt) -> tuple[Step, ...]:
    """Git hooks, skills, what keeps `git status` empty, and the servers' registration, as they stand to be done."""
    git = Git(repository.worktree, at.git)
    directory = settings.skills.directory
    who = caller(settings.home)
    found = hooks.plan_install(git, repository, who)
    shut = exclude.closed(repository)
    copies = _none(shut) if shut else skills.plan_place(git, repository, directory, made)
    start = launch(at, settings)
    called = claude_code.Launch(who.python, str(who.home))
    sessions = session_hooks.SessionHookPlan(()) if shut else session_hooks.plan_hooks(git, repository, called)
    return (
        Step(
            "git hooks", found.changes, found.notes,
            lambda r: hooks.install(git, repository, who, r).changes,
        ),
        Step(
            "exclude", exclude.plan_exclude(repository, directory, copies.ours), (shut,) if shut else (),
            lambda r: exclude.exclude(repository, directory, copies.ours, r),
        ),
        Step(
            "skills", copies.changes, copies.notes,
            lambda r: () if shut else skills.place(git, repository, directory, r).changes,
        ),
        Step(
            "session hooks", sessions.changes, sessions.notes,
            lambda r: () if shut else session_hooks.add_hooks(git, repository, called, r).changes,
        ),
        Step(
            "servers", claude_code.plan_register(at.account, repository, start), (),
            lambda r: claude_code.register(at.account, repository, start, r),
        ),
    )  # fmt: skip


def _none(why: str) -> skills.SkillPlan:
    """No copies: they would show in `git status`."""
    return skills.SkillPlan((), (f"{why}, and puts no copies there, which `git status` would show",), ())


def taking_back(at: Here, repository: Repository, made: Receipt) -> tuple[Step, ...]:
    """The same undone, in the opposite order, in every worktree of the clone."""
    git = Git(repository.worktree, at.git)
    found = hooks.plan_uninstall(git, repository)
    copies = skills.plan_remove(git, made)
    sessions = session_hooks.plan_removal(git, made)
    return (
        Step(
            "servers", claude_code.plan_unregister(at.account, repository, made), (),
            lambda r: claude_code.unregister(at.account, repository, r),
        ),
        Step(
            "session hooks", sessions.changes, sessions.notes,
            lambda r: session_hooks.remove_hooks(git, r).changes,
        ),
        Step("skills", copies.changes, copies.notes, lambda r: skills.remove(git, r).changes),
        Step("exclude", exclude.plan_include(repository, made), (), lambda r: exclude.include(repository, r)),
        Step("git hooks", found.changes, found.notes, lambda r: hooks.uninstall(git, repository, r).changes),
    )  # fmt: skip
