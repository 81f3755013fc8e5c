"""Hooks of a client as a part of its set-up."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from scrubjay.integrations.client_files.client import Plan, Site
from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.edits import FileChange, Receipt
from scrubjay.integrations.hook_files.launcher import forget_launcher, hook_mark


class HookModule(Protocol):
    """What a client's `hooks` module offers. `folder` is the client's own."""

    CLIENT: str

    def plan_install(self, folder: Path, launch: Launch) -> tuple[FileChange, ...]:
        """What `install` would do."""

    def install(self, folder: Path, launch: Launch, receipt: Receipt) -> tuple[FileChange, ...]:
        """Write the hooks."""

    def remove(
        self, folder: Path, home: str, receipt: Receipt, others: Sequence[Receipt] = ()
    ) -> tuple[FileChange, ...]:
        """Take them out."""


@dataclass(frozen=True, slots=True)
class ClientHooks:
    """The hooks of one client; `hint` says what a person has to do before they run, `gone` what once they are out."""

    module: HookModule
    hint: Callable[[Site, Sequence[FileChange]], str] = lambda site, changes: ""
    gone: Callable[[Path, Sequence[FileChange]], tuple[str, ...]] = lambda folder, changes: ()
    name: str = "hooks"

    def plan(self, site: Site, receipt: Receipt) -> Plan:
        """Add or update them."""
        changes = self.module.plan_install(site.folder(self.module.CLIENT), site.hooks)
        hint = self.hint(site, changes)
        return Plan(changes, (hint,) if hint else ())

    def apply(self, site: Site, receipt: Receipt) -> Plan:
        """Execute `plan`."""
        return Plan(self.module.install(site.folder(self.module.CLIENT), site.hooks, receipt))

    def take_back(self, site: Site, receipt: Receipt) -> Plan:
        """Remove them where no other project of the home uses them: wherever the client's folder was then."""
        home, prefix = site.hooks.home, hook_mark(self.module.CLIENT, "/").removesuffix("/")
        folders = [Path(name.removeprefix(prefix)) for name in receipt.names(prefix)]
        changes: list[FileChange] = []
        notes: list[str] = []
        for folder in folders:
            taken = self.module.remove(folder, home, receipt, site.projects)
            changes += taken
            notes += self.gone(folder, taken)
        return Plan((*changes, *forget_launcher(Path(home), receipt, site.projects)), tuple(notes))
