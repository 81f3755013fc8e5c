"""Our groups in the lists of hooks of a client's JSON file: last when added, replaced in place, taken out again.

Codex names a trusted hook by its position, so none of the user's may move.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from scrubjay.integrations.client_files.client import Plan, Site
from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.edits import FileChange, Receipt, apply, content
from scrubjay.integrations.edits import json_splice as splice
from scrubjay.integrations.edits.guarded import (
    BLANK,
    Ours,
    Rest,
    emptied,
    guarded_change,
    items_but,
    note,
    nothing_left,
    start_edit,
    undo_edit,
)
from scrubjay.integrations.edits.jsonc import explain_errors
from scrubjay.integrations.hook_files.launcher import forget_launcher, hook_mark
from scrubjay.model.frozen import dataclass, field

REPAIR = "Repair it and run `scrubjay init` again."


@dataclass(frozen=True, slots=True, kw_only=True)
class HookFile:
    """A client's file of hooks: our group of each event, how ours are known, and what a new file needs besides."""

    client: str
    title: str
    folder: Path
    file: str
    groups: Mapping[str, Mapping[str, object]]
    is_ours: Callable[[object], bool]
    members: Mapping[str, object] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The receipt's entry for a project whose set-up asked for the hooks."""
        return hook_mark(self.client, self.folder)

    @property
    def path(self) -> Path:
        """The file, links resolved: some keep their files elsewhere."""
        return (self.folder / self.file).resolve()

    @property
    def root(self) -> Path:
        """The folder that the file must stay in: the disk's root, since no part of its path is a link."""
        return Path(self.path.anchor)


def plan_add(hooks: HookFile) -> tuple[FileChange, ...]:
    """Plan to put our group last into each event's list, or to update it in place. Empty when all are current.

    Raises ConfigError for a file that isn't what the client writes.
    """
    return _planned(hooks)[0]


def add(hooks: HookFile, receipt: Receipt) -> tuple[FileChange, ...]:
    """Execute `plan_add`; idempotent. All other entries keep every byte."""
    changes, made = _planned(hooks)
    apply(changes, receipt)
    receipt.add(hooks.name, *made)
    return changes


def plan_take(hooks: HookFile, receipt: Receipt, others: Sequence[Receipt] = ()) -> tuple[FileChange, ...]:
    """Plan to remove our groups, and what was created around them, if this project asked for them and no other does."""
    before = content(hooks.path) if hooks.name in receipt and not users(hooks, others) else None
    if before is None:
        return ()
    after = _without_hooks(hooks, start_edit(hooks.path, before)[0], receipt)
    data = None if after is None else after.encode("utf-8")
    description = f"delete {hooks.path}" if data is None else f"take scrubjay's hooks out of {hooks.path}"
    return guarded_change(FileChange(hooks.root, hooks.path, before, data, description), _own_places(hooks))


def take(hooks: HookFile, receipt: Receipt, others: Sequence[Receipt] = ()) -> tuple[FileChange, ...]:
    """Execute `plan_take`. A project that still uses the hooks is handed what was created for them."""
    changes = plan_take(hooks, receipt, others)
    apply(changes, receipt)
    made = tuple(name for name in _receipt_names(hooks) if name in receipt)
    for heir in users(hooks, others)[:1]:
        whole = (note(hooks.path), note(hooks.path, BLANK), *_folder_names(hooks))
        created = (*made, *(name for name in whole if name in receipt))
        heir.add(*created)
        receipt.drop(*created)
    receipt.drop(hooks.name, *made)
    if not (content(hooks.path) or b"").strip():
        receipt.drop(note(hooks.path), note(hooks.path, BLANK))
    return changes


def users(hooks: HookFile, others: Sequence[Receipt]) -> tuple[Receipt, ...]:
    """Which other projects' set-up asked for the hooks too: the file belongs to the account."""
    return tuple(other for other in others if hooks.name in other)


def has_ours(hooks: HookFile) -> bool:
    """Whether a group of ours stands in the file."""
    before = content(hooks.path)
    if before is None:
        return False
    text, _ = start_edit(hooks.path, before)
    with explain_errors(hooks.path, hooks.title, REPAIR):
        lists = [splice.get(text, ("hooks", event)) for event in hooks.groups]
    return any(hooks.is_ours(group) for groups in lists if isinstance(groups, list) for group in groups)


def _planned(hooks: HookFile) -> tuple[tuple[FileChange, ...], list[str]]:
    """The changes that put our hooks into a file, and the notes of them for the receipt."""
    before = content(hooks.path)
    after, noted = start_edit(hooks.path, before)
    notes = list(noted)
    with explain_errors(hooks.path, hooks.title, REPAIR):
        for name, value in hooks.members.items():
            if splice.get(after, (name,)) is None:
                after, made = splice.put(after, (name,), value)
                notes += [note(hooks.path, container) for container in made]
        for event, group in hooks.groups.items():
            present = splice.get(after, ("hooks", event))
            if isinstance(present, list) and any(map(hooks.is_ours, present)):
                after = splice.replace(after, ("hooks", event), hooks.is_ours, group)
                continue
            after, made = splice.append(after, ("hooks", event), group)
            notes += [note(hooks.path, container) for container in made]
    data = after.encode("utf-8")
    description = f"{'write' if before is None else 'add hooks to'} {hooks.path}"
    added: dict[tuple[str, ...], object] = {("hooks", event): group for event, group in hooks.groups.items()}
    change = FileChange(hooks.root, hooks.path, before, data, description, mode=0o600)
    return guarded_change(change, _own_places(hooks, added)), notes


def _without_hooks(hooks: HookFile, text: str, receipt: Receipt) -> str | None:
    """The text without our hooks; None where set-up made the file and nothing else is in it."""
    with explain_errors(hooks.path, hooks.title, REPAIR):
        for event in hooks.groups:
            text = splice.drop(text, ("hooks", event), hooks.is_ours)
            text = emptied(hooks.path, text, ("hooks", event), receipt)
        text = emptied(hooks.path, text, ("hooks",), receipt)
        added_since = note(hooks.path, ("hooks",)) in receipt and splice.get(text, ("hooks",)) is not None
        for name, value in hooks.members.items():
            if not added_since and note(hooks.path, (name,)) in receipt and splice.get(text, (name,)) == value:
                text = splice.cut(text, (name,))
    return undo_edit(hooks.path, text, receipt)


def _own_places(hooks: HookFile, added: Mapping[tuple[str, ...], object] | None = None) -> Ours:
    """What of the file is ours, for a guarded change."""
    places: dict[tuple[str, ...], Rest] = {(name,): nothing_left for name in hooks.members}
    places |= {("hooks", event): items_but(hooks.is_ours) for event in hooks.groups}
    return Ours(parse=splice.parse, places=places, otherwise=REPAIR, added=added or {})


def _receipt_names(hooks: HookFile) -> tuple[str, ...]:
    """Every name that `add` may have put into a receipt, but the file's own: servers may stand in it, too."""
    made = (("hooks",), *(("hooks", event) for event in hooks.groups), *((name,) for name in hooks.members))
    nulls = ((*container, splice.NULL) for container in made)
    return tuple(note(hooks.path, container) for container in (*made, *nulls))


def _folder_names(hooks: HookFile) -> tuple[str, ...]:
    """The receipt's entries for the folders above the file."""
    return tuple(f"folder {parent}" for parent in hooks.path.parents)


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
        """Take the hooks out."""


@dataclass(frozen=True, slots=True)
class ClientHooks:
    """The hooks of one client; `hint` says what a person has to do before they run, `gone` what once they are out."""

    module: HookModule
    hint: Callable[[Site, Sequence[FileChange]], str] = lambda site, changes: ""
    gone: Callable[[Path, Sequence[FileChange]], tuple[str, ...]] = lambda folder, changes: ()
    name: str = "hooks"

    def plan(self, site: Site, receipt: Receipt) -> Plan:
        """Plan to add or update the hooks."""
        changes = self.module.plan_install(site.folder(self.module.CLIENT), site.hooks)
        hint = self.hint(site, changes)
        return Plan(changes, (hint,) if hint else ())

    def apply(self, site: Site, receipt: Receipt) -> Plan:
        """Execute `plan`."""
        return Plan(self.module.install(site.folder(self.module.CLIENT), site.hooks, receipt))

    def take_back(self, site: Site, receipt: Receipt) -> Plan:
        """Remove the hooks where no other project of the home uses them: wherever the client's folder was then."""
        home, prefix = site.hooks.home, hook_mark(self.module.CLIENT, "/").removesuffix("/")
        folders = [Path(name.removeprefix(prefix)) for name in receipt.names(prefix)]
        changes: list[FileChange] = []
        notes: list[str] = []
        for folder in folders:
            taken = self.module.remove(folder, home, receipt, site.projects)
            changes += taken
            notes += self.gone(folder, taken)
        return Plan((*changes, *forget_launcher(Path(home), receipt, site.projects)), tuple(notes))
