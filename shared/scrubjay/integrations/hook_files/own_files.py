"""Files that are ours alone among a client's hooks: written where none stands, deleted while they are as we wrote them.

A file of the same name may be the user's, and ours may have been edited since: either stays, and is named.

Until 2026-11-23 a receipt named no folder, and noted opencode's plugin without its content.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from scrubjay.integrations.client_files.client import Plan, Site
from scrubjay.integrations.edits import FileChange, Receipt, apply, content
from scrubjay.integrations.hook_files.launcher import forget_launcher, hook_mark, plan_launcher
from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFiles:
    """The files of hooks of one client that are ours alone: their folder, and their texts by name for a home.

    `hint` is told with what is written, `instead` where a file is the user's own.
    """

    client: str
    folder: Callable[[Site], Path]
    files: Callable[[Path], Mapping[str, str]]
    mode: int = 0o600
    hint: Callable[[Site], str] = lambda site: ""
    instead: Callable[[Path], str] = lambda home: ""
    name: str = "hooks"

    def plan(self, site: Site, receipt: Receipt) -> Plan:
        """Plan to write each file that isn't there, or to bring ours up to date."""
        changes, notes = self._planned(site, receipt)
        hint = self.hint(site) if changes else ""
        launcher = plan_launcher(Path(site.hooks.home), site.hooks.start)
        return Plan((*launcher, *changes), (*notes, *filter(None, [hint])))

    def apply(self, site: Site, receipt: Receipt) -> Plan:
        """Execute `plan`. A file is noted before it is written, so that none of ours is taken for the user's."""
        plan = self.plan(site, receipt)
        written = {change.path for change in plan.changes}
        for path, data in self._paths_and_bytes(site):
            if path in written or self._wrote(path, data, (receipt, *site.projects)):
                receipt.drop(*receipt.names(self._receipt_note(path)))
                receipt.add(self._receipt_note(path) + _digest(data))
        receipt.add(hook_mark(self.client))
        apply(plan.changes, receipt)
        return plan

    def take_back(self, site: Site, receipt: Receipt) -> Plan:
        """Delete what this project's set-up wrote and no other project of the home uses."""
        noted: dict[Path, set[str]] = {}
        for name in receipt.names(self._receipt_note("")):
            written, _, digest = name.removeprefix(self._receipt_note("")).rpartition(" ")
            noted.setdefault(Path(written), set()).add(digest)
        changes: list[FileChange] = []
        notes: list[str] = []
        for path, digests in noted.items():
            before = content(path)
            heirs = [other for other in site.projects if other.names(self._receipt_note(path))]
            if heirs:
                folders = [name for folder in path.parents if (name := f"folder {folder}") in receipt]
                heirs[0].add(*receipt.names(self._receipt_note(path)), *folders)
                receipt.drop(*folders)
            elif before is not None and _digest(before) in digests:
                changes.append(FileChange(Path(path.anchor), path, before, None, f"delete {path}"))
            elif before is not None:
                notes.append(f"{path} has changed since scrubjay wrote it, so it stays")
            receipt.drop(*receipt.names(self._receipt_note(path)))
        apply(changes, receipt)
        receipt.drop(hook_mark(self.client))
        launcher = forget_launcher(Path(site.hooks.home), receipt, site.projects)
        return Plan((*changes, *launcher), tuple(notes))

    def _paths_and_bytes(self, site: Site) -> tuple[tuple[Path, bytes], ...]:
        """The path and the bytes of each file."""
        folder = self.folder(site)
        texts = self.files(Path(site.hooks.home)).items()
        return tuple(((folder / name).resolve(), text.encode("utf-8", "surrogateescape")) for name, text in texts)

    def _planned(self, site: Site, receipt: Receipt) -> tuple[list[FileChange], list[str]]:
        """The changes that write the files, and a note for each file that is the user's own."""
        changes: list[FileChange] = []
        notes: list[str] = []
        for path, data in self._paths_and_bytes(site):
            before = content(path)
            if before == data:
                continue
            if before is None or self._wrote(path, before, (receipt, *site.projects)):
                changes.append(FileChange(Path(path.anchor), path, before, data, f"write {path}", mode=self.mode))
            else:
                notes.append(f"{path} is your own, so scrubjay leaves it alone")
        instead = self.instead(Path(site.hooks.home)) if notes else ""
        return changes, [*notes, *filter(None, [instead])]

    def _wrote(self, path: Path, data: bytes, receipts: Sequence[Receipt]) -> bool:
        """Whether a set-up that has one of these receipts wrote a file with this content."""
        return any(self._receipt_note(path) + _digest(data) in receipt for receipt in receipts)

    def _receipt_note(self, path: Path | str) -> str:
        return f"own {self.client} {path} " if path else f"own {self.client} "


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


_HOOKED = ("codex", "gemini", "cursor")
_SERVERS = "codex"
_PLUGIN = ".config/opencode/plugins/scrubjay.js"
_PLUGIN_MARK = b"// scrubjay's plugin for opencode"


def rename_older(receipt: Receipt, account: Path) -> None:
    """Read a receipt in today's names; the file changes with what is noted next."""
    for client in _HOOKED:
        receipt.rename(hook_mark(client), hook_mark(client, (account / f".{client}").resolve()))
    servers = f"servers {_SERVERS} "
    if not receipt.names(servers):  # the client's own name stays: by it a project is known to be set up for Codex
        receipt.rename(_SERVERS, _SERVERS, f"{servers}{(account / f'.{_SERVERS}').resolve()}")
    file = (account / _PLUGIN).resolve()
    text = content(file) or b""
    if text.startswith(_PLUGIN_MARK) and not receipt.names("own opencode "):
        hooked = hook_mark("opencode")
        receipt.rename(hooked, hooked, f"own opencode {file} {hashlib.sha256(text).hexdigest()}")
