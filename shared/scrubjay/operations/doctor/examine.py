"""All checks in order, from the machine up to the index; a problem in one never stops the rest."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from scrubjay.app import App, Workspace, open_app
from scrubjay.errors import BindingUnusable, NotARepository, NotInitialised, ScrubjayError
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import Repository, open_repository
from scrubjay.inference.embedding.model import WEIGHTS
from scrubjay.integrations.client_files.client import Site
from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.clients import claude_code as plugin
from scrubjay.integrations.clients import codex_trust as trust
from scrubjay.integrations.clients.claude_code import ClaudePlaces, claude_places
from scrubjay.integrations.clients.claude_code_servers import CLIENT, other_home, plan_register
from scrubjay.integrations.clients.codex_hooks import REVIEW
from scrubjay.integrations.clients.codex_trust import unreviewed_events
from scrubjay.integrations.duplicates import find_duplicates
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.git_hooks.stub import HookCommand
from scrubjay.integrations.launching.launcher import running_launcher
from scrubjay.knowledge.chunking.languages import installed_languages
from scrubjay.model.check import Check
from scrubjay.model.frozen import dataclass
from scrubjay.operations.doctor import background, clients, databases, home, knowledge, sizes
from scrubjay.operations.doctor import clients as clones
from scrubjay.operations.doctor import databases as schemas
from scrubjay.operations.doctor import home as machine
from scrubjay.operations.doctor import knowledge as recall
from scrubjay.operations.doctor.check import checks_of_home, guarded_all, run_check
from scrubjay.operations.doctor.extensions import extensions, of_extensions, of_machine
from scrubjay.settings.schema import Settings


def codex_hooks(folder: Path, home: Path) -> Check:
    """Which of this home's hooks Codex trusts. Untrusted ones are no error: to review them is the user's choice.

    `folder` is Codex' own.
    """
    expected = "reviewed in Codex, or left to you"
    events = unreviewed_events(folder, home)
    if not events:
        return Check("codex hooks", True, "all trusted", expected)
    return Check("codex hooks", True, f"untrusted, so Codex does not run them: {', '.join(events)}", expected, REVIEW)


@dataclass(frozen=True, slots=True, kw_only=True)
class DoctorRequest:
    """What to check: the settings, a folder, the account's home folder, the hooks' caller and the clients' launch.

    `site`: where clients of a repository are set up, given the receipt of its project.
    `wake` replaces the start of the worker. `quick` skips checks that start subprocesses; `recall` compares the vector
    index with an exact search.
    """

    settings: Settings
    folder: Path
    account: Path
    git: GitEnvironment
    caller: HookCommand
    launch: Launch
    site: Callable[[Repository, Receipt], Site]
    wake: Callable[[], None] | None = None
    quick: bool = False
    recall: bool = False


def examine(request: DoctorRequest) -> Iterator[Check]:
    """Every check, in order. Outside a repository only the machine and the home are checked."""
    settings = request.settings
    yield machine.sqlite()
    yield machine.vector_extension()
    yield run_check("git", lambda: machine.git(Git(request.account, request.git)), "2.36 or newer")
    yield machine.model(settings, WEIGHTS)
    yield from guarded_all("extensions", lambda: extensions(settings))
    yield run_check("home", lambda: home.owner(settings.home), "yours, mode 0700")
    yield run_check("trust", lambda: home.trust(_serving_environment(request)), "set by a person")
    yield run_check("disk", lambda: home.disk(settings.home))
    yield run_check("file system", lambda: home.file_system(settings.home))
    if not request.quick:
        yield run_check(
            "servers", lambda: schemas.servers((str(running_launcher().python),), _serving_environment(request))
        )
        yield from of_machine(settings)
    try:
        repository = open_repository(request.folder, request.git)
    except NotARepository:
        yield Check("repository", True, "none here", "none", "run it in a repository to check that, too")
        yield from _file_checks(settings.home, None)
        return
    except ScrubjayError as error:
        yield Check("repository", False, str(error), "readable", "follow the message")
        yield from _file_checks(settings.home, None)
        return
    yield from _repository_checks(request, repository)


def _repository_checks(request: DoctorRequest, repository: Repository) -> Iterator[Check]:
    settings = request.settings
    git = Git(repository.worktree, request.git)
    yield run_check("git hooks", lambda: background.hooks(git, repository, request.caller))
    yield run_check("claude code", lambda: _registered_check(request, repository))
    yield run_check("doubles", lambda: _doubles_check(request, repository))
    yield run_check("launcher", lambda: _launcher_check(request, git, repository))
    if not (settings.home / "home.db").is_file():
        yield run_check("project", lambda: home.unknown(settings.home, repository.common_dir))
        return
    checks = list(_file_checks(settings.home, None))
    yield from checks
    if not all(check.ok for check in checks):
        return
    with open_app(settings, git_environment=request.git) as app:
        try:
            project = app.registry.find(repository)
        except NotInitialised as error:
            reason = str(error)
            yield run_check("project", lambda: home.unknown(settings.home, repository.common_dir, reason))
            yield run_check("orphans", lambda: _orphans_check(app))
            return
        except BindingUnusable as error:
            yield Check("project", False, str(error), "a file of yours", "follow the message")
            return
        yield Check("project", True, f"{project.name} ({project.id[:12]})", "set up")
        receipt = Receipt.of(project.folder)
        site = request.site(repository, receipt)
        yield run_check("clients", lambda: clients.registered(site, receipt))
        if trust.review(site.folder("codex"), settings.home):
            yield run_check("codex hooks", lambda: codex_hooks(site.folder("codex"), settings.home))
        yield from clones.open_to_others(app.registry, repository.common_dir)
        project_files = list(_file_checks(settings.home, project.folder))[len(checks) :]
        yield from project_files
        yield run_check("held databases", lambda: databases.check_locks(settings.home, project.folder))
        yield run_check("queue", lambda: background.queue(app.queue, settings.home, project.id))
        yield from background.steps(app.queue, project.id)
        yield from checks_of_home(app)
        if not all(check.ok for check in project_files):
            return
        try:
            workspace = app.workspace(repository.worktree)
        except ScrubjayError as error:
            yield Check("repository config", False, str(error), "valid", "follow the message")
            return
        yield from _knowledge_checks(workspace)
        yield from of_extensions(app, workspace)
        if request.recall:
            yield run_check("recall", lambda: recall.recall(workspace, workspace.documents.view()))
        yield run_check("orphans", lambda: _orphans_check(app))
    yield from _size_checks(settings.home, repository.worktree)


def _orphans_check(app: App) -> Check:
    registry = app.registry
    return sizes.orphans(registry.home, registry.list(), registry.unopened(), registry.unreadable())


def _knowledge_checks(workspace: Workspace) -> Iterator[Check]:
    view = workspace.documents.view()
    yield knowledge.refused(workspace)
    yield run_check("index", lambda: knowledge.text_lag(workspace, view))
    yield run_check("full text", lambda: knowledge.full_text(workspace, view))
    yield run_check("code", lambda: knowledge.code(workspace, view, installed_languages()))
    yield run_check("vectors", lambda: knowledge.vector_lag(workspace, view))
    yield from knowledge.given_vectors(workspace)
    yield run_check("vector cache", lambda: knowledge.vector_cache(workspace))
    yield run_check("likeness", lambda: knowledge.likeness(workspace))
    yield from (Check("needs you", True, need.what, "", f"`{need.do}`") for need in workspace.needs(view))
    yield from (check for examine in workspace.provided("reading_check") for check in examine(workspace))


def _file_checks(home: Path, project: Path | None) -> Iterator[Check]:
    for path, schema in databases.files(home, project):
        yield run_check(databases.name_of(path), partial(databases.integrity, path, schema), "ok")


def _size_checks(home: Path, worktree: Path | None) -> Iterator[Check]:
    yield run_check("database size", lambda: sizes.databases(home))
    yield run_check("write-ahead logs", lambda: sizes.write_ahead_logs(home))
    yield run_check("logs", lambda: sizes.logs(home, worktree))
    yield run_check("backups", lambda: sizes.backups(home))
    yield run_check("set aside", lambda: sizes.set_aside(home))


def _serving_environment(request: DoctorRequest) -> dict[str, str]:
    """The environment that a client would start the servers with; none of its variables names a repository."""
    return {**request.git.variables, "SCRUBJAY_HOME": str(request.settings.home)}


def _claude_places(request: DoctorRequest) -> ClaudePlaces:
    return claude_places(request.account, request.git.variables)


def _doubles_check(request: DoctorRequest, repository: Repository) -> Check:
    duplicates = find_duplicates(_claude_places(request), repository)
    expected = "none"
    if duplicates:
        do = "run `scrubjay init`, which removes its own entries where the plugin provides them, or remove the others"
        return Check("doubles", False, "; ".join(duplicates), expected, do)
    return Check("doubles", True, expected, expected)


def _launcher_check(request: DoctorRequest, git: Git, repository: Repository) -> Check:
    own_launchers = background.KnownLaunchers(request.settings.home, running_launcher())
    return background.launcher(_claude_places(request).root, git, repository, own_launchers)


def _registered_check(request: DoctorRequest, repository: Repository) -> Check:
    if plugin.is_enabled(_claude_places(request).folder, repository.worktree):
        return Check("claude code", True, "both servers registered by the plugin", "both servers registered")
    changes = plan_register(_claude_places(request).root, repository, request.launch)
    expected = "both servers registered"
    other = other_home(_claude_places(request).root, repository, request.launch.home)
    if changes and other:
        return Check(
            "claude code", True, f"registered for another home: {other}", "", "`scrubjay init` registers this one"
        )
    receipt = clients.receipt_of(request.settings.home, repository.common_dir)
    chosen = clients.set_up(receipt) if receipt else ()
    if changes and chosen and CLIENT not in chosen:
        do = "`scrubjay init --client claude` sets it up"
        return Check("claude code", True, f"not set up here; set up: {', '.join(chosen)}", "", do)
    if changes:
        return Check(
            "claude code",
            False,
            "not registered, or registered for another Python or home",
            expected,
            "run `scrubjay init`",
        )
    return Check("claude code", True, expected, expected)
