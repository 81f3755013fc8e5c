"""Entries of the servers in a client's JSON or YAML file, in the form that the client reads."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from scrubjay.git.branches import worktrees
from scrubjay.integrations.client_files.client import Plan, Site, tried
from scrubjay.integrations.client_files.launch import SERVERS, ServerCommand, server_commands
from scrubjay.integrations.edits import FileChange, Receipt, apply, content
from scrubjay.integrations.edits import json_splice as splice
from scrubjay.integrations.edits.guarded import Ours, emptied, guarded_change, note, nothing_left, start_edit, undo_edit
from scrubjay.integrations.edits.jsonc import explain_errors
from scrubjay.model.agent import AgentType
from scrubjay.model.frozen import dataclass


def root_of(site: Site, file: Path) -> Path:
    """The innermost folder of the account or of this clone that holds a file; the disk's root where none does.

    A client's own variable may lead anywhere, and what was made for a file is taken back with it.
    """
    clone = worktrees(site.git) if site.repository.worktree.is_dir() else ()
    tops = (site.account.resolve(), site.repository.worktree, *(folder.resolve() for folder in clone))
    holding = (top for top in tops if file.is_relative_to(top))
    return max(holding, key=lambda top: len(top.parts), default=Path(file.anchor))


def left_alone(site: Site, file: Path) -> str:
    """Why a file in the worktree stays as it is: it would show in `git status`, or lead out. Empty: it may change."""
    name = file.relative_to(site.repository.worktree)
    if site.unwritable:
        return f"{site.unwritable}; {name} would show in `git status`, so it isn't written"
    if site.git.run("ls-files", "-z", "--", f":(top,literal){name}"):
        return f"{name} is tracked by git, so scrubjay leaves it alone"
    parts = (file, *file.parents)
    link = next((path for path in parts[: parts.index(site.repository.worktree)] if path.is_symlink()), None)
    return f"{link} is a link, so scrubjay puts no servers there" if link else ""


class Syntax(Protocol):
    """A language of settings: one value read, set, or removed, and every other byte kept."""

    def parse(self, text: str) -> object:
        """The value that a text says. Raises ValueError."""

    def get(self, text: str, path: Sequence[str]) -> object:
        """The value at a path. Raises ValueError."""

    def put(
        self, text: str, path: Sequence[str], value: Mapping[str, object]
    ) -> tuple[str, tuple[tuple[str, ...], ...]]:
        """The new text, and the paths that were made."""

    def cut(self, text: str, path: Sequence[str], *, only_if_empty: bool = False) -> str:
        """The text without the value at a path."""


@dataclass(frozen=True, slots=True)
class EntryForm:
    """How a client's file names servers: the keys that lead to them, an entry, and the entry's key of variables."""

    container: tuple[str, ...]
    entry: Callable[[ServerCommand], Mapping[str, object]]
    variables: str = "env"


def plain_entry(server: ServerCommand) -> Mapping[str, object]:
    """The entry that most clients read."""
    variables = {"env": server.environment} if server.environment else {}
    return {"command": server.command, "args": server.arguments, **variables}


PRINTED = "what `scrubjay init --client print` shows"
BY_HAND = f"Put in {PRINTED} by hand."
OUT_BY_HAND = f"Take {' and '.join(SERVERS)} out by hand."


def its_own(file: Path, names: Sequence[str]) -> str:
    """A note that a file has servers of these names that aren't ours."""
    return f"{file} has its own {' and '.join(names)}, so scrubjay leaves it alone"


MCP_SERVERS = EntryForm(("mcpServers",), plain_entry)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileServers:
    """The servers of one client. `file` is where the entries stand; `in_repository`: that is in the worktree.

    `forms`: every form that was ever current; `choose` picks from them by what the file says already. `blank` is what
    an empty file says in `syntax`.
    """

    agent: AgentType
    title: str
    file: Callable[[Site], Path]
    forms: tuple[EntryForm, ...] = (MCP_SERVERS,)
    choose: Callable[[Mapping[str, object]], int] = lambda config: 0
    in_repository: bool = False
    syntax: Syntax = splice
    blank: str = "{}"
    language: str = "JSON"
    name: str = "servers"

    def plan(self, site: Site, receipt: Receipt) -> Plan:
        """Plan to add both entries, or to update ours; entries that no set-up of this home made are somebody's own."""
        return self._planned(site, receipt)[0]

    def apply(self, site: Site, receipt: Receipt) -> Plan:
        """Execute `plan`. The objects that were made around the entries are noted."""
        plan, made = self._planned(site, receipt)
        apply(plan.changes, receipt)
        receipt.add(*made)
        return plan

    def take_back(self, site: Site, receipt: Receipt) -> Plan:
        """Take the entries of this home out of each file, with what was made around them."""
        files = [Path(name.removeprefix(self._receipt_mark(""))) for name in receipt.names(self._receipt_mark(""))]
        return Plan.of(tried(partial(self._removed, site, receipt, file)) for file in files)

    def _expected_entries(self, site: Site, form: EntryForm) -> dict[str, Mapping[str, object]]:
        repo = str(site.repository.worktree) if self.in_repository else ""
        return {server.name: form.entry(server) for server in server_commands(site.launch, self.agent, repo)}

    def _planned(self, site: Site, receipt: Receipt) -> tuple[Plan, tuple[str, ...]]:
        """The plan to add or update both entries, and the notes of it for the receipt."""
        file = self.file(site)
        why_not = left_alone(site, file) if self.in_repository else ""
        if why_not:
            return Plan(notes=(why_not,)), ()
        before = content(file)
        after, noted = start_edit(file, before, self.blank)
        made = [self._receipt_mark(str(file)), *noted]
        with explain_errors(file, self.title, f"Repair it, or paste {PRINTED}.", self.language):
            config = self.syntax.get(after, ())
            form = self.forms[self.choose(config if isinstance(config, dict) else {})]
            present = [name for name in SERVERS if self.syntax.get(after, (*form.container, name)) is not None]
            if present and not any(self._receipt_mark(str(file)) in each for each in (receipt, *site.projects)):
                return Plan(notes=(its_own(file, present),)), ()
            entries = self._expected_entries(site, form)
            for name, entry in entries.items():
                if self.syntax.get(after, (*form.container, name)) != entry:
                    after, containers = self.syntax.put(after, (*form.container, name), entry)
                    made += [note(file, container) for container in containers[:-1]]
        description = f"register scrubjay's two servers in {file}"
        ours = self._own_places({(*form.container, name): entry for name, entry in entries.items()})
        return Plan(guarded_change(_file_change(site, file, before, after, description), ours)), tuple(made)

    def _removed(self, site: Site, receipt: Receipt, file: Path) -> Plan:
        """Take our entries out of one file, or hand them over to a project that still uses them."""
        mark, notes = self._receipt_mark(str(file)), receipt.names(f"json {file} ")
        heirs = [other for other in site.projects if mark in other]
        if heirs:
            folders = [f"folder {folder}" for folder in file.parents if f"folder {folder}" in receipt]
            heirs[0].add(*notes, *folders)
            receipt.drop(mark, *notes, *folders)
            return Plan()
        before = content(file)
        changes: tuple[FileChange, ...] = ()
        if before is not None:
            with explain_errors(file, self.title, "Repair it and run again.", self.language):
                after = self._without_entries(site, receipt, file, start_edit(file, before, self.blank)[0])
            description = f"take scrubjay's servers out of {file}"
            changes = guarded_change(_file_change(site, file, before, after, description), self._own_places({}))
            apply(changes, receipt)
        receipt.drop(mark, *notes)
        return Plan(changes)

    def _without_entries(self, site: Site, receipt: Receipt, file: Path, text: str) -> str | None:
        """The text without our entries; None where set-up made the file and nothing else is in it."""
        for form in self.forms:
            for name in SERVERS:
                if _home_of(self.syntax.get(text, (*form.container, name)), form) == site.launch.home:
                    text = self.syntax.cut(text, (*form.container, name))
            for length in range(len(form.container), 0, -1):
                text = emptied(file, text, form.container[:length], receipt, self.syntax)
        return undo_edit(file, text, receipt, self.blank)

    def _own_places(self, added: Mapping[tuple[str, ...], object]) -> Ours:
        """What of the file is ours, for a guarded change."""
        places = {(*form.container, name): nothing_left for form in self.forms for name in SERVERS}
        return Ours(parse=self.syntax.parse, places=places, otherwise=BY_HAND if added else OUT_BY_HAND, added=added)

    def _receipt_mark(self, file: str) -> str:
        return f"servers {self.agent} {file}"


def _home_of(entry: object, form: EntryForm) -> str | None:
    """The home that an entry names, empty for the platform's; None where there is no entry."""
    if not isinstance(entry, Mapping):
        return None
    variables = entry.get(form.variables)
    return str(variables.get("SCRUBJAY_HOME", "")) if isinstance(variables, Mapping) else ""


def _file_change(site: Site, file: Path, before: bytes | None, after: str | None, what: str) -> FileChange:
    data = None if after is None else after.encode("utf-8")
    return FileChange(root_of(site, file), file, before, data, what, mode=0o600)
