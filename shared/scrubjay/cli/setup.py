"""The steps of set-up in a repository and an account, and how each is undone."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from scrubjay.cli.caller import caller
from scrubjay.cli.context import Invocation
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.integrations import exclude, skills
from scrubjay.integrations import team as team_files
from scrubjay.integrations.claude_code import hooks as session_hooks
from scrubjay.integrations.claude_code import plugin
from scrubjay.integrations.claude_code import servers as claude_code
from scrubjay.integrations.codex import servers as codex
from scrubjay.integrations.edits import FileChange, Receipt
from scrubjay.integrations.git_hooks import install as hooks
from scrubjay.launching import record as launchers
from scrubjay.launching import running_launcher, start
from scrubjay.projects import sharing
from scrubjay.settings import Settings, home_folder

Changes = tuple[FileChange, ...]

SHARED = "kept for another home that is set up in this clone"
IN_USE = "kept for another project of this home that is set up for Codex"


@dataclass(frozen=True, slots=True)
class SetupStep:
    """One part of set-up: what it will change, what it leaves alone and why, and how it is done."""

    name: str
    changes: Changes
    notes: tuple[str, ...]
    carry_out: Callable[[Receipt], Changes]


def launch(settings: Settings) -> claude_code.Launch:
    """How clients start the servers; the home is named only when it isn't the platform's."""
    default = home_folder({})
    words = start(settings.home, running_launcher())
    return claude_code.Launch(words, "" if settings.home == default else str(settings.home))


class SetupClient(StrEnum):
    """Which client is set up; `print` changes none and prints what to paste."""

    CLAUDE = "claude"
    CODEX = "codex"
    PRINT = "print"


def setup_steps(
    invocation: Invocation,
    settings: Settings,
    repository: Repository,
    receipt: Receipt,
    client: SetupClient,
    *,
    team: bool,
) -> tuple[SetupStep, ...]:
    """The launcher, git hooks, what keeps `git status` empty, and what the client needs, as they stand to be done."""
    git = Git(repository.worktree, invocation.git)
    hook_command = caller(settings.home)
    guarded = launchers.plan(settings.home, running_launcher(), invocation.git)
    launcher_step = SetupStep(
        "launcher", guarded.changes, guarded.notes, lambda r: launchers.write_launcher(guarded, r)
    )
    plan = hooks.plan_install(git, repository, hook_command)
    git_hooks = SetupStep(
        "git hooks",
        plan.changes,
        plan.notes,
        lambda r: hooks.install(git, repository, caller(settings.home), r).changes,
    )
    if client is SetupClient.CODEX:
        server_launch = launch(settings)
        changes = codex.plan_register(invocation.account, server_launch)
        return (
            launcher_step,
            git_hooks,
            SetupStep("servers", changes, (), lambda r: codex.register(invocation.account, server_launch, r)),
        )
    if client is SetupClient.PRINT:
        return launcher_step, git_hooks
    return (
        launcher_step,
        git_hooks,
        *_claude_code(
            invocation,
            settings,
            repository,
            receipt,
            team=team or team_files.receipt_name(repository.worktree) in receipt,
        ),
    )


def _claude_code(
    invocation: Invocation, settings: Settings, repository: Repository, receipt: Receipt, *, team: bool
) -> tuple[SetupStep, ...]:
    """Skills, session hooks and servers; what the plugin brings is left to it, and taken back where it was doubled."""
    git = Git(repository.worktree, invocation.git)
    directory = settings.skills.directory
    unwritable = exclude.unwritable_reason(repository)
    unwanted = not settings.skills.auto_discover
    if team:
        copies = skills.SkillPlan((), ("committed by the team",), ())
    elif unwanted:
        copies = skills.plan_remove(git, receipt)
    else:
        copies = _none(unwritable) if unwritable else skills.plan_install(git, repository, directory, receipt)
    exclude_step = SetupStep(
        "exclude", exclude.plan_exclude(repository, directory, copies.managed), (unwritable,) if unwritable else (),
        lambda r: exclude.add_block(repository, directory, copies.managed, r),
    )  # fmt: skip
    skill_copies = SetupStep(
        "skills", copies.changes, (*copies.notes, *(("`skills.auto_discover` is off",) if unwanted else ())),
        lambda r: _skills(git, repository, directory, r, install=not unwanted) if not (unwritable or team) else (),
    )  # fmt: skip
    hook_command = caller(settings.home)
    if plugin.is_enabled(invocation.account, repository.worktree):
        plugin_notes = ("provided by the plugin",)
        return (
            exclude_step,
            skill_copies,
            _without_hooks(invocation, git, receipt, plugin_notes),
            _without_servers(invocation, repository, receipt, plugin_notes),
        )
    server_launch, hook_launch = launch(settings), claude_code.Launch(hook_command.start, str(settings.home))
    sessions = (
        session_hooks.SessionHookPlan(()) if unwritable else session_hooks.plan_hooks(git, repository, hook_launch)
    )
    return (
        exclude_step,
        skill_copies,
        SetupStep(
            "session hooks", sessions.changes, sessions.notes,
            lambda r: () if unwritable else session_hooks.add_hooks(git, repository, hook_launch, r).changes,
        ),
        SetupStep(
            "servers", claude_code.plan_register(invocation.account, repository, server_launch), (),
            lambda r: claude_code.register(invocation.account, repository, server_launch, r),
        ),
    )  # fmt: skip


def _skills(git: Git, repository: Repository, directory: str, receipt: Receipt, *, install: bool) -> Changes:
    plan = skills.install(git, repository, directory, receipt) if install else skills.remove(git, receipt)
    return plan.changes


def _without_hooks(invocation: Invocation, git: Git, receipt: Receipt, notes: tuple[str, ...] = ()) -> SetupStep:
    home = str(invocation.settings.home)
    plan = session_hooks.plan_removal(git, home, receipt)
    return SetupStep(
        "session hooks", plan.changes, (*plan.notes, *notes), lambda r: session_hooks.remove_hooks(git, home, r).changes
    )


def _without_servers(
    invocation: Invocation, repository: Repository, receipt: Receipt, notes: tuple[str, ...] = ()
) -> SetupStep:
    home = launch(invocation.settings).home
    return SetupStep(
        "servers", claude_code.plan_unregister(invocation.account, repository, home, receipt), notes,
        lambda r: claude_code.unregister(invocation.account, repository, home, r),
    )  # fmt: skip


def _none(why: str) -> skills.SkillPlan:
    """No copies: they would show in `git status`."""
    return skills.SkillPlan((), (f"{why}; copies there would show in `git status`, so none are placed",), ())


def removal_steps(invocation: Invocation, repository: Repository, receipt: Receipt) -> tuple[SetupStep, ...]:
    """The same undone, in the opposite order, in every worktree of the clone.

    What all homes share stays while another one is bound here; the last one has it to take back.
    """
    git = Git(repository.worktree, invocation.git)
    owner = caller(invocation.settings.home).owner
    others = sharing.other_homes(repository.common_dir, owner.id)
    if others:
        sharing.hand_over(repository.common_dir, receipt)
    else:
        sharing.take_over(repository.common_dir, receipt)
    plan = hooks.plan_uninstall(git, repository, owner)
    copies = skills.plan_remove(git, receipt) if not others else skills.SkillPlan((), (SHARED,), ())
    lines = exclude.plan_removal(repository, receipt) if not others else ()
    notes = (
        ("files committed by the team; `git rm` them to remove scrubjay for the team",)
        if receipt.names("team ")
        else ()
    )
    home = launch(invocation.settings).home
    projects = Receipt.of_others(invocation.settings.home, receipt)
    return (
        _without_servers(invocation, repository, receipt),
        SetupStep(
            "Codex",
            codex.plan_unregister(invocation.account, home, receipt, projects),
            (IN_USE,) if "codex" in receipt and codex.users(projects) else (),
            lambda r: codex.unregister(invocation.account, home, r, projects),
        ),
        _without_hooks(invocation, git, receipt),
        SetupStep(
            "skills", copies.changes, copies.notes, lambda r: skills.remove(git, r).changes if not others else ()
        ),
        SetupStep("exclude", lines, notes, lambda r: exclude.remove_block(repository, r) if not others else ()),
        SetupStep("git hooks", plan.changes, plan.notes, lambda r: hooks.uninstall(git, repository, owner, r).changes),
        SetupStep("launcher", (), (), launchers.forget),
    )
