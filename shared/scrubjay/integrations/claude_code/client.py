"""Claude Code as set-up knows it: what the plugin brings is left to it, and taken back where it was doubled."""

from pathlib import Path

from scrubjay.git.repository import Repository
from scrubjay.integrations.claude_code import CLIENT, hooks, plugin, servers
from scrubjay.integrations.claude_code.places import ClaudePlaces, claude_places
from scrubjay.integrations.client_files.client import CLAUDE_SKILLS, Client, Plan, Site
from scrubjay.integrations.edits import Receipt

_BROUGHT = ("provided by the plugin",)


class SessionHooks:
    """The session hooks of each worktree."""

    name = "session hooks"

    def plan(self, site: Site, receipt: Receipt) -> Plan:
        """Add or update them."""
        if _has_plugin(site):
            plan = hooks.plan_removal(site.git, site.hooks.home, receipt)
            return Plan(plan.changes, (*plan.notes, *_BROUGHT), plan.problems)
        if site.unwritable:
            return Plan()
        plan = hooks.plan_hooks(site.git, site.repository, site.hooks)
        return Plan(plan.changes, plan.notes, plan.problems)

    def apply(self, site: Site, receipt: Receipt) -> Plan:
        """Execute `plan`."""
        if _has_plugin(site):
            return self.take_back(site, receipt)
        if site.unwritable:
            return Plan()
        plan = hooks.add_hooks(site.git, site.repository, site.hooks, receipt)
        return Plan(plan.changes, plan.notes, plan.problems)

    def take_back(self, site: Site, receipt: Receipt) -> Plan:
        """Remove them in every worktree of the clone; with a clone that is gone, they are gone."""
        if not site.repository.worktree.is_dir():
            return Plan()
        plan = hooks.remove_hooks(site.git, site.hooks.home, receipt)
        return Plan(plan.changes, plan.notes, plan.problems)


class LocalServers:
    """The servers in the clone's local scope."""

    name = "servers"

    def plan(self, site: Site, receipt: Receipt) -> Plan:
        """Register or update them."""
        if _has_plugin(site):
            changes = servers.plan_unregister(*_ours(site), receipt)
            return Plan(changes, _BROUGHT)
        return Plan(servers.plan_register(_places(site).root, site.repository, site.launch))

    def apply(self, site: Site, receipt: Receipt) -> Plan:
        """Execute `plan`."""
        if _has_plugin(site):
            return self.take_back(site, receipt)
        return Plan(servers.register(_places(site).root, site.repository, site.launch, receipt))

    def take_back(self, site: Site, receipt: Receipt) -> Plan:
        """Take this home's servers out."""
        return Plan(servers.unregister(*_ours(site), receipt, site.projects))


def _ours(site: Site) -> tuple[Path, Repository, str]:
    return _places(site).root, site.repository, site.launch.home


def _places(site: Site) -> ClaudePlaces:
    return claude_places(site.account, site.variables)


def _has_plugin(site: Site) -> bool:
    return plugin.is_enabled(_places(site).folder, site.repository.worktree)


CLAUDE_CODE = Client(
    name="claude",
    title=CLIENT,
    signs=lambda site: (_places(site).folder,),
    config_file=f"~/{servers.FILE_NAME}",
    parts=(SessionHooks(), LocalServers()),
    hooked=hooks.FILE,
    skill_folder=CLAUDE_SKILLS,
)
