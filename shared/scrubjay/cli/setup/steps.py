"""The steps of set-up in a repository and an account, and how each is undone."""

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from scrubjay.cli.context import Invocation
from scrubjay.cli.programs import caller
from scrubjay.cli.setup.left_behind import keeper, left_behind, take_back_left
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.integrations import exclude, sharing, skills
from scrubjay.integrations import team as team_files
from scrubjay.integrations.client_files.client import Client, ClientPart, Plan, Site, tried
from scrubjay.integrations.client_files.launch import Launch, config_folder
from scrubjay.integrations.clients.table import CLIENTS
from scrubjay.integrations.edits import FileChange, Receipt, check_writable
from scrubjay.integrations.exclude import hidden_files, skill_folders
from scrubjay.integrations.git_hooks import install as hooks
from scrubjay.integrations.hook_files.own_files import rename_older
from scrubjay.integrations.launching import record as launchers
from scrubjay.integrations.launching.launcher import running_launcher, start
from scrubjay.model.frozen import dataclass, replace
from scrubjay.settings.home import home_folder
from scrubjay.settings.schema import Settings

Changes = tuple[FileChange, ...]

SHARED = "kept for another home that is set up in this clone"


@dataclass(frozen=True, slots=True)
class SetupStep:
    """A step of set-up: its changes, notes and problems, and the function that carries it out."""

    name: str
    changes: Changes
    notes: tuple[str, ...]
    carry_out: Callable[[Receipt], Plan]
    problems: tuple[str, ...] = ()


def launch(settings: Settings) -> Launch:
    """How clients start the servers; the home is named only when it isn't the platform's."""
    default = home_folder({})
    words = start(settings.home, running_launcher())
    return Launch(words, "" if settings.home == default else str(settings.home))


def site_of(invocation: Invocation, settings: Settings, repository: Repository, receipt: Receipt) -> Site:
    """Where clients are set up: this account, this repository, this Python."""
    others = Receipt.of_others(settings.home, receipt)
    for each in (receipt, *others):
        rename_older(each, invocation.account)
    return Site(
        account=invocation.account,
        config=config_folder(invocation.account, invocation.environment),
        git=Git(repository.worktree, invocation.git),
        repository=repository,
        launch=launch(settings),
        hooks=Launch(caller(settings.home).start, str(settings.home)),
        skills=settings.skills.directory,
        projects=others,
        unwritable=exclude.unwritable_reason(repository),
        macos=sys.platform == "darwin",
        variables=invocation.environment,
    )


def setup_steps(
    invocation: Invocation,
    settings: Settings,
    site: Site,
    receipt: Receipt,
    clients: Sequence[Client],
    *,
    team: bool,
) -> tuple[SetupStep, ...]:
    """The launcher, git hooks, what keeps `git status` empty, and what each client needs, as they stand to be done."""
    repository = site.repository
    guarded = launchers.plan(settings.home, running_launcher(), invocation.git)
    launcher_step = SetupStep(
        "launcher", guarded.changes, guarded.notes, lambda r: Plan(launchers.write_launcher(guarded, r))
    )
    plan = hooks.plan_install(site.git, repository, caller(settings.home))
    git_hooks = SetupStep(
        "git hooks",
        plan.changes,
        plan.notes,
        lambda r: Plan(hooks.install(site.git, repository, caller(settings.home), r).changes),
    )
    if not clients:
        check_writable(plan.changes)
        return launcher_step, git_hooks
    committed = team or team_files.receipt_name(repository.worktree) in receipt
    copies, made = _skills(settings, site, receipt, clients, team=committed)
    hidden = (*made, *hidden_files(site, receipt, clients, CLIENTS.values()))
    exclude_step = SetupStep(
        "exclude", exclude.plan_exclude(repository, hidden), (site.unwritable,) if site.unwritable else (),
        lambda r: Plan(exclude.add_block(repository, hidden, r)),
    )  # fmt: skip
    for step in (git_hooks, exclude_step, *copies):
        check_writable(step.changes)
    parts = [
        _part_step(site, receipt, client, part, alone=len(clients) == 1) for client in clients for part in client.parts
    ]
    return launcher_step, git_hooks, exclude_step, *copies, *parts


def _part_step(site: Site, receipt: Receipt, client: Client, part: ClientPart, *, alone: bool) -> SetupStep:
    """The step that sets up one part of a client."""
    plan = tried(partial(_checked_plan, site, receipt, part))
    name = part.name if alone else f"{client.title} {part.name}"
    if plan.problems and not plan.changes:
        return SetupStep(name, (), (), lambda r: plan, plan.problems)
    return SetupStep(
        name, plan.changes, plan.notes, lambda r: tried(partial(client.apply, site, r, part)), plan.problems
    )


def _checked_plan(site: Site, receipt: Receipt, part: ClientPart) -> Plan:
    """The plan of a part, each of whose files can be written. Raises StorageForbidden."""
    plan = part.plan(site, receipt)
    check_writable(plan.changes)
    return plan


def _skills(
    settings: Settings, site: Site, receipt: Receipt, clients: Sequence[Client], *, team: bool
) -> tuple[list[SetupStep], list[str]]:
    """The steps that copy skills for the clients, and the folders to hide from git, those of other clients too."""
    if not settings.skills.auto_discover:
        plan = skills.plan_remove(site.git, receipt)
        notes = (*plan.notes, "`skills.auto_discover` is off")
        return [SetupStep("skills", plan.changes, notes, lambda r: Plan(skills.remove(site.git, r).changes))], []
    steps, hidden = [], []
    for directory, wanted in skill_folders(site, receipt, clients, CLIENTS.values()):
        if team and directory == site.skills:
            steps.append(SetupStep("skills", (), ("committed by the team",), lambda r: Plan()))
        elif not wanted:
            hidden += [f"{directory}/{name}/" for name in skills.SKILLS]
        elif site.unwritable:
            why = f"{site.unwritable}; copies there would show in `git status`, so none are placed"
            steps.append(SetupStep("skills", (), (why,), lambda r: Plan()))
        else:
            copies = skills.plan_install(site.git, site.repository, directory, receipt)
            hidden += [f"{directory}/{name}/" for name in copies.managed]
            steps.append(SetupStep("skills", copies.changes, copies.notes, _skills_installer(site, directory)))
    return steps, hidden


def _skills_installer(site: Site, directory: str) -> Callable[[Receipt], Plan]:
    """A function that copies the skills into a directory, and returns what it changed."""
    return lambda receipt: Plan(skills.install(site.git, site.repository, directory, receipt).changes)


def removal_steps(invocation: Invocation, repository: Repository, receipt: Receipt) -> tuple[SetupStep, ...]:
    """The steps that undo set-up, in the opposite order, in every worktree of the clone.

    What all homes share stays while another one is bound here; the last one has it to take back.
    """
    site = site_of(invocation, invocation.settings, repository, receipt)
    git = site.git
    owner = caller(invocation.settings.home).owner
    others = sharing.other_homes(repository.common_dir, owner.id)

    def settle(receipt: Receipt) -> Plan:
        (sharing.hand_over if others else sharing.take_over)(repository.common_dir, receipt)
        return Plan()

    plan = hooks.plan_uninstall(git, repository, owner)
    lines = exclude.plan_removal(repository, receipt) if not others else ()
    notes = (
        ("files committed by the team; `git rm` them to remove scrubjay for the team",)
        if receipt.names("team ")
        else ()
    )
    return (
        SetupStep("shared files", (), (), settle),
        *account_steps(site, receipt),
        SetupStep("skills", (), (SHARED,), lambda r: Plan()) if others else _skills_removal(git, receipt),
        SetupStep("exclude", lines, notes, lambda r: Plan(() if others else exclude.remove_block(repository, r))),
        SetupStep(
            "git hooks", plan.changes, plan.notes, lambda r: Plan(hooks.uninstall(git, repository, owner, r).changes)
        ),
        SetupStep("launcher", (), (), lambda r: Plan(launchers.forget(r))),
    )


def client_removal_steps(
    invocation: Invocation, repository: Repository, receipt: Receipt, clients: Sequence[Client]
) -> tuple[SetupStep, ...]:
    """Steps that undo the set-up of some clients, with skills that only they read, and entries hidden from git."""
    site = site_of(invocation, invocation.settings, repository, receipt)
    steps = account_steps(site, receipt, clients)
    if sharing.other_homes(repository.common_dir, caller(invocation.settings.home).owner.id):
        return (*steps, SetupStep("skills", (), (SHARED,), lambda r: Plan()))
    left = [client for client in CLIENTS.values() if client.is_set_up(receipt) and client not in clients]
    unread = {client.skills(site) for client in clients} - {client.skills(site) for client in left} - {""}

    def hide(receipt: Receipt) -> Plan:
        if not left:
            return Plan(exclude.remove_block(repository, receipt))
        committed = team_files.receipt_name(repository.worktree) in receipt
        made = _skills(invocation.settings, site, receipt, left, team=committed)[1]
        hidden = (*made, *hidden_files(site, receipt, left, CLIENTS.values()))
        return Plan(exclude.add_block(repository, hidden, receipt))

    return (
        *steps,
        *(_skills_removal(site.git, receipt, directory) for directory in sorted(unread)),
        SetupStep("exclude", (), (), hide),
    )


def _skills_removal(git: Git, receipt: Receipt, directory: str = "") -> SetupStep:
    plan = skills.plan_remove(git, receipt, directory)
    return SetupStep("skills", plan.changes, plan.notes, lambda r: Plan(skills.remove(git, r, directory).changes))


def account_steps(site: Site, receipt: Receipt, clients: Iterable[Client] = CLIENTS.values()) -> tuple[SetupStep, ...]:
    """The steps that undo the set-up of clients, first that of projects whose clones are gone: these keep nothing."""
    gone = left_behind(site.projects)
    site = replace(site, projects=tuple(other for other in site.projects if other not in gone))
    return (
        *(_left_behind_removal(site, other) for other in gone),
        *(_client_removal(site, receipt, client) for client in clients),
    )


def _client_removal(site: Site, receipt: Receipt, client: Client) -> SetupStep:
    kept = tuple(f"{client.title}: {keeper(other)}" for other in client.keepers(site, receipt)[:1])
    return SetupStep(client.title, (), kept, lambda r: client.take_back(site, r))


def _left_behind_removal(site: Site, gone: Receipt) -> SetupStep:
    """The step that takes back what a project without clones left in files of the account."""
    return SetupStep("left behind", (), (), lambda r: take_back_left(replace(site, projects=(r, *site.projects)), gone))
