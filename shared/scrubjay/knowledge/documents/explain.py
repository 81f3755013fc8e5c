"""Explanation of why a path is found or not: selected, masked, visible, indexed; also in words."""

import os
from collections.abc import Callable
from typing import Final

from scrubjay.errors import GitFailed
from scrubjay.git.paths import as_printed, may_be_printed
from scrubjay.git.process import Git
from scrubjay.git.submodules import update_command
from scrubjay.git.tree import TreeEntry, TreeListing, entry_at, is_folder
from scrubjay.knowledge.chunking.languages import PREFIX
from scrubjay.knowledge.documents import store
from scrubjay.knowledge.documents.left_out import BINARY, LFS, Lack, LeftOut, lacks, why_refused
from scrubjay.knowledge.documents.listing import COPIES_REASON, resolve_document
from scrubjay.knowledge.documents.remedies import language_line, remedy, settings_line
from scrubjay.knowledge.documents.selection import Selection, omission_reason
from scrubjay.knowledge.documents.text import SNIFFED, is_no_text, is_pointer
from scrubjay.knowledge.documents.view import reading
from scrubjay.knowledge.index import refusals
from scrubjay.knowledge.index import store as index
from scrubjay.knowledge.index.kinds import Policy, kind_of
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.hints import fetch_in
from scrubjay.model.view import Submodule, View, Why
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

NO_READER: Final = "nothing here reads such a file; commit its text beside it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """How a path stands at a view: whether it is selected, indexed and embedded. Empty texts mean "does not apply".

    `why` is the class of the reason why it isn't indexed, empty where it is, and `change` the line of the settings, or
    the command, that would change it. `checked_out` says whether the working tree has it, and else why not. `cut_after`
    is the last of `lines` that is indexed where not all is, else 0; `limits` names the limits that were met. `origin`
    says of which submodule a file is.
    """

    path: str
    at_head: bool
    kind: str
    checked_out: str
    selected: bool
    selection: str
    origin: str = ""
    why: Why | str = ""
    change: str = ""
    blob: str = ""
    format: str = ""
    indexed: bool = False
    refused: str = ""
    passages: int = 0
    cut_after: int = 0
    limits: str = ""
    lines: int = 0
    embedded: int = 0
    masked_lines: int = 0
    ingested_at: str = ""
    ingested_commit: str = ""
    changed_at: str = ""
    changed_commit: str = ""


@dataclass(frozen=True, slots=True)
class Explainer:
    """Explains why paths of one worktree are found or not; `fingerprint` is of the vectors in use."""

    git: Git
    knowledge: Database
    selection: Selection
    policy: Policy
    fingerprint: Callable[[], str]

    def explain(self, view: View, path: str) -> Explanation:
        """Explain one safe path at a view, as git has it or as answers print it."""
        entry = entry_at(self.git, view.tree, path) if view.tree else None
        if entry is None and view.tree and may_be_printed(path):
            entry = next((one for one in TreeListing(self.git, view.tree) if as_printed(one.path) == path), None)
            path = entry.path if entry else path
        chosen = Explanation(
            path=path,
            at_head=entry is not None,
            kind=entry.kind if entry else "absent",
            checked_out=self._checked_out(view, path, entry),
            selected=self.selection.selects(path),
            selection=self.selection.reason(path),
        )
        if entry is None or not entry.is_file:
            return self._elsewhere(chosen, view)
        if not chosen.selected:
            why: Why = "excluded" if self.selection.decide(path)[2] else "type"
            return self._unselected(replace(chosen, why=why), entry)
        chosen = replace(chosen, blob=entry.blob)
        if reason := omission_reason(path):
            return replace(chosen, path=shown(path), refused=reason, why="name", change=remedy("name", path))
        if all(file.path != path for file in view.files):
            if view.cut:
                change = language_line(self.selection, path)
                return replace(chosen, refused=f"the whole tree {view.cut[0]}", why="limit", change=change)
            return replace(chosen, refused=COPIES_REASON, why="copies")
        return self.knowledge.read(lambda c: self._indexed(c, chosen))

    def _unselected(self, chosen: Explanation, entry: TreeEntry) -> Explanation:
        """The explanation of a file that no pattern selects, by what its content is."""
        start, line = self._start(entry.blob), settings_line(self.selection, chosen.path)
        if is_pointer(start):
            change = f"{remedy('lfs', chosen.path)}; then {line}" if line else ""
            return replace(chosen, refused=f"not selected, and {LFS}", change=change)
        if is_no_text(start):
            return replace(chosen, refused=f"not selected, and binary: {NO_READER}")
        return replace(chosen, change=line)

    def _start(self, blob: str) -> bytes:
        """The first bytes of a blob; empty where this clone can't read it."""
        try:
            return self.git.first("cat-file", "blob", blob, most=SNIFFED)[0]
        except GitFailed:
            return b""

    def _checked_out(self, view: View, path: str, entry: TreeEntry | None) -> str:
        """Whether a path is in the working tree: "yes", or "no", perhaps with the reason."""
        if entry is not None and entry.kind == "submodule":
            return "yes" if is_checked_out(view, path) else "no"
        if os.path.lexists(view.worktree / path):
            return "yes"
        if entry is None:
            return "no"
        told = self.git.run("ls-files", "-t", "-z", "--", f":(top,literal){path}")
        why = "outside of the sparse checkout" if told[:1] == b"S" else "not in the working tree"
        return f"no: {why}; git's own text counts"

    def _elsewhere(self, chosen: Explanation, view: View) -> Explanation:
        """The explanation of what is no file at HEAD: submodule, folder, behind a link, not committed, or nowhere."""
        inside = f"{chosen.path}/"
        refused = dict(view.unselected.refused)
        if above := next((one for one in view.unselected.submodules if inside.startswith(f"{one}/")), ""):
            reason = refused.get(above) or "a repository of its own, and ingestion.submodules is false"
            update = f"`{update_command(above)}`"
            fetched = update if update in reason else ""
            change = fetched if refused else remedy("submodule", above, there=is_checked_out(view, above))
            return replace(chosen, refused=f"{shown(above)} is a submodule: {reason}", why="submodule", change=change)
        if module := next((one for one in view.submodules if inside.startswith(f"{one.path}/")), None):
            return self._borrowed(replace(chosen, origin=module.citation), view, module)
        if view.tree and chosen.kind == "absent" and is_folder(self.git, view.tree, chosen.path):
            chosen = replace(chosen, at_head=True, kind="folder")
            return replace(chosen, refused=_folder(view, inside), why="folder")
        if target := resolve_document(self.git, view, chosen.path):
            return replace(chosen, refused=f"a link to {shown(target)}, which counts", why="link")
        if chosen.kind == "absent" and chosen.checked_out == "yes":
            ignored = self.git.answer("check-ignore", "-q", "--", str(view.worktree / chosen.path))[0] == 0
            reason = "not committed, and git is told to ignore it" if ignored else "not committed"
            change = remedy("uncommitted", chosen.path, ignored=ignored)
            return replace(chosen, refused=reason, why="uncommitted", change=change)
        reason = "no such file at HEAD" if chosen.kind == "absent" else f"a {chosen.kind} is not indexed"
        return replace(chosen, refused=reason, why="nowhere" if chosen.kind == "absent" else "link")

    def _borrowed(self, chosen: Explanation, view: View, module: Submodule) -> Explanation:
        """The explanation of a path in a submodule that is read; patterns are asked about the path inside of it."""
        if chosen.path == module.path:
            reason = f"{shown(module.path)} is a submodule; {counted(len(module.files), 'file')} of it are read"
            return replace(chosen, refused=reason, why="submodule")
        inner = chosen.path.removeprefix(f"{module.path}/")
        entry = entry_at(reading(self.git, view), module.commit, inner)
        if entry is None or not entry.is_file:
            return replace(chosen, refused=f"no such file {module.citation}", why="nowhere")
        selected = self.selection.selects(inner)
        chosen = replace(chosen, at_head=True, kind="file", selected=selected, selection=self.selection.reason(inner))
        if not selected:
            why: Why = "excluded" if self.selection.decide(inner)[2] else "type"
            return replace(chosen, why=why, change=settings_line(self.selection, inner))
        if reason := omission_reason(chosen.path):
            return replace(chosen, path=shown(chosen.path), refused=reason, why="name")
        if all(file.path != chosen.path for file in module.files):
            return replace(chosen, refused="ingestion.exclude, or a limit of the whole tree", why="excluded")
        return self.knowledge.read(lambda c: self._indexed(c, replace(chosen, blob=entry.blob), inner))

    def _indexed(self, connection: Connection, chosen: Explanation, inner: str = "") -> Explanation:
        """The explanation of a selected file: what the index has of its content, or why it has nothing."""
        format = self.selection.format(inner or chosen.path)
        content = index.find(connection, chosen.blob, format, self.policy.chunker)
        if content is None:
            refused = refusals.find(connection, chosen.blob, format, self.policy.key)
            if refused is None:
                return replace(chosen, why="waiting", change=remedy("waiting", chosen.path))
            why = why_refused(refused["reason"], refused["bytes"], self.policy.max_bytes)
            if why == "binary" and is_no_text(self._start(chosen.blob)):
                return replace(chosen, refused=f"{BINARY}: {NO_READER}", why=why)
            change = remedy(why, chosen.path, size=refused["bytes"], fetch=fetch_in(refused["reason"]))
            return replace(chosen, refused=refused["reason"], why=why, change=change)
        limit = connection.execute(store.Q.limit_of, {"content": content["id"]}).fetchone()
        return replace(
            chosen,
            format=format,
            indexed=True,
            passages=len(index.passages(connection, content["id"])),
            cut_after=limit["cut_after"] if limit else 0,
            limits=limit["reason"] if limit else "",
            lines=content["lines"],
            embedded=index.embedded(connection, content["id"], self.fingerprint()),
            masked_lines=content["masked"],
            ingested_at=content["ingested_at"],
            ingested_commit=content["ingested_commit"],
            changed_at=content["changed_at"],
            changed_commit=content["changed_commit"],
        )


def _folder(view: View, inside: str) -> str:
    """The explanation of a committed folder, in words: it has so many documents."""
    paths = [file.path for file in view.files if file.path.startswith(inside)]
    such = f"; name one of them, such as {shown(paths[0])}" if paths else ""
    return f"a folder with {counted(len(paths), 'document')}{such}"


def lacks_of(view: View, left_out: LeftOut) -> tuple[Lack, ...]:
    """The gaps of a view, such as unread types and submodules, each with what would close it; see `lacks`."""
    code = {file.format.removeprefix(PREFIX) for file in view.files if file.format.startswith(PREFIX)}
    return lacks(left_out, lambda submodule: is_checked_out(view, submodule), code)


def is_checked_out(view: View, submodule: str) -> bool:
    """Whether the working tree has a submodule's files."""
    return os.path.lexists(view.worktree / submodule / ".git")


def explained(explanation: Explanation, short: str) -> list[tuple[str, str]]:
    """The explanation of a path as pairs of question and answer; `short` is the id of the commit."""
    here = explanation.checked_out
    selected = f"{'yes' if explanation.selected else 'no'}: {explanation.selection}"
    out = [
        ("path", shown(explanation.path)),
        *([("submodule", shown(explanation.origin))] if explanation.origin else []),
        ("at HEAD", f"{'yes' if explanation.at_head else 'no'}, {explanation.kind} at {short}"),
        *([("files", here)] if explanation.at_head and here != "yes" else []),
        *([("selected", selected)] if explanation.kind in ("file", "absent") else []),
    ]
    if explanation.blob:
        out.append(("blob", explanation.blob))
    if not explanation.indexed:
        reason = explanation.refused or ("not yet" if explanation.selected else "not selected")
        out.append(("indexed", f"no: {reason}"))
        out.append(("why", explanation.why))
        return [*out, ("change", explanation.change or "nothing that is set here would change it")]
    commit = explanation.ingested_commit[:10] or "the working view"
    return [
        *out,
        (
            "masked",
            f"{counted(explanation.masked_lines, 'line')} with secrets (`scrubjay log --masked`)"
            if explanation.masked_lines
            else "nothing",
        ),
        ("indexed", f"{counted(explanation.passages, 'passage')}, {explanation.ingested_at}, at {commit}"),
        *([("limits", explanation.limits)] if explanation.limits else []),
        (
            "changed",
            f"{explanation.changed_at or 'unknown'} by {explanation.changed_commit[:10] or 'an unknown commit'}",
        ),
        ("embedded", _embedded_share(explanation)),
    ]


def _embedded_share(explanation: Explanation) -> str:
    """How many of a path's passages have a vector, in words; code has none."""
    if kind_of(explanation.format) == "code":
        return "no: code is found by its words"
    return f"{explanation.embedded} of {counted(explanation.passages, 'passage')}"
