"""Claude Code as set-up knows it: its folders, its plugin, and its own notes."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from scrubjay.errors import ScrubjayError
from scrubjay.git.branches import worktrees
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository, open_repository
from scrubjay.integrations.client_files.client import CLAUDE_SKILLS, Client, Plan, Site
from scrubjay.integrations.client_files.launch import FOLDERS
from scrubjay.integrations.clients import claude_code_hooks as hooks
from scrubjay.integrations.clients import claude_code_servers as servers
from scrubjay.integrations.clients.claude_code_servers import CLIENT
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.edits.jsonc import read_object
from scrubjay.model.frozen import dataclass

NAME = "scrubjay"


def is_enabled(folder: Path, worktree: Path) -> bool:
    """Whether the plugin is installed and switched on for this worktree.

    `folder` is Claude Code's. 2.1.329 lists what is installed in its `plugins/installed_plugins.json`, and switches it
    on in `enabledPlugins` of the account's, the project's or the local settings; the nearer file wins.
    """
    installed = {
        key for key in _named_object(folder / "plugins/installed_plugins.json", "plugins") if _plugin_is_ours(key)
    }
    switches: dict[str, bool] = {}
    for file in settings_files(folder, worktree):
        plugins = _named_object(file, "enabledPlugins")
        switches |= {key: value for key, value in plugins.items() if _plugin_is_ours(key) and isinstance(value, bool)}
    return any(switches.get(key, False) for key in installed)


def settings_files(folder: Path, worktree: Path) -> Iterator[Path]:
    """The account's, the project's and the local settings, the nearest last."""
    yield folder / "settings.json"
    yield worktree / ".claude/settings.json"
    yield worktree / ".claude/settings.local.json"


def _plugin_is_ours(key: str) -> bool:
    return key.partition("@")[0] == NAME


def _named_object(file: Path, name: str) -> Mapping[str, object]:
    """The object under a name in a JSON file; empty where there is none."""
    value = read_object(file).get(name)
    return value if isinstance(value, Mapping) else {}


@dataclass(frozen=True, slots=True)
class ClaudePlaces:
    """`root` holds `.claude.json`; `folder` the settings, plugins, transcripts and notes."""

    root: Path
    folder: Path


def claude_places(account: Path, variables: Mapping[str, str]) -> ClaudePlaces:
    """Claude Code's places in an account."""
    usual = FOLDERS["claude"].path(account, account, {})
    folder = FOLDERS["claude"].path(account, account, variables)
    return ClaudePlaces(account if folder == usual else folder, folder)


_BROUGHT = ("provided by the plugin",)


class SessionHooks:
    """The session hooks of each worktree."""

    name = "session hooks"

    def plan(self, site: Site, receipt: Receipt) -> Plan:
        """Plan to add or update the hooks in each worktree."""
        if _has_plugin(site):
            plan = hooks.plan_removal(site.git, site.hooks.home, receipt)
            return Plan(plan.changes, (*plan.notes, *_BROUGHT), plan.problems)
        if site.unwritable:
            return Plan()
        plans = [hooks.plan_hooks(git, at, site.hooks) for git, at in _worktrees(site, receipt)]
        return Plan.of(Plan(plan.changes, plan.notes, plan.problems) for plan in plans)

    def apply(self, site: Site, receipt: Receipt) -> Plan:
        """Execute `plan`."""
        if _has_plugin(site):
            return self.take_back(site, receipt)
        if site.unwritable:
            return Plan()
        plans = [hooks.add_hooks(git, at, site.hooks, receipt) for git, at in _worktrees(site, receipt)]
        return Plan.of(Plan(plan.changes, plan.notes, plan.problems) for plan in plans)

    def take_back(self, site: Site, receipt: Receipt) -> Plan:
        """Remove the hooks in every worktree of the clone; with a clone that is gone, they are gone."""
        if not site.repository.worktree.is_dir():
            return Plan()
        plan = hooks.remove_hooks(site.git, site.hooks.home, receipt)
        return Plan(plan.changes, plan.notes, plan.problems)


def _worktrees(site: Site, receipt: Receipt) -> Iterator[tuple[Git, Repository]]:
    """This worktree, and the clone's others, but for those where the user took our hooks out.

    In a linked worktree Claude Code (2.1.329, tried) reads its own local settings, without any the main one's; in a
    bare repository's there is no main one.
    """
    yield site.git, site.repository
    for folder in (each.resolve() for each in worktrees(site.git)):
        if folder == site.repository.worktree or not (folder / ".git").exists():
            continue
        with suppress(ScrubjayError):
            repository = open_repository(folder, site.git.environment)
            if f"hooks {repository.worktree}" not in receipt or hooks.is_installed(repository):
                yield Git(repository.worktree, site.git.environment), repository


class LocalServers:
    """The servers in the clone's local scope."""

    name = "servers"

    def plan(self, site: Site, receipt: Receipt) -> Plan:
        """Plan to register or update the servers; where the plugin brings them, to take ours out."""
        if _has_plugin(site):
            changes = servers.plan_unregister(*_own_servers(site), receipt)
            return Plan(changes, _BROUGHT)
        return Plan(servers.plan_register(_claude_places(site).root, site.repository, site.launch))

    def apply(self, site: Site, receipt: Receipt) -> Plan:
        """Execute `plan`."""
        if _has_plugin(site):
            return self.take_back(site, receipt)
        return Plan(servers.register(_claude_places(site).root, site.repository, site.launch, receipt))

    def take_back(self, site: Site, receipt: Receipt) -> Plan:
        """Take this home's servers out."""
        return Plan(servers.unregister(*_own_servers(site), receipt, site.projects))


def _own_servers(site: Site) -> tuple[Path, Repository, str]:
    """Where our servers are registered: Claude Code's folder, the repository, and the home they name."""
    return _claude_places(site).root, site.repository, site.launch.home


def _claude_places(site: Site) -> ClaudePlaces:
    return claude_places(site.account, site.variables)


def _has_plugin(site: Site) -> bool:
    return is_enabled(_claude_places(site).folder, site.repository.worktree)


CLAUDE_CODE = Client(
    name="claude",
    title=CLIENT,
    signs=lambda site: (_claude_places(site).folder,),
    config_file=f"~/{servers.FILE_NAME}",
    parts=(SessionHooks(), LocalServers()),
    hooked=hooks.FILE,
    skill_folder=CLAUDE_SKILLS,
)
