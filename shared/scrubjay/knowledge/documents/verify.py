"""Verification of the index against git's tree; reports, never repairs.

The expected state is git's tree and the selection's patterns alone. So whatever any other rule omitted shows as a
difference: with its reason, or as missing.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.tree import TreeListing
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.knowledge.documents import store
from scrubjay.knowledge.documents.left_out import why_refused
from scrubjay.knowledge.documents.listing import TreeFiles
from scrubjay.knowledge.documents.prepare import PreparedBlob, prepare
from scrubjay.knowledge.documents.selection import Selection, omission_reason
from scrubjay.knowledge.documents.view import reading
from scrubjay.knowledge.index import refusals
from scrubjay.knowledge.index import store as index
from scrubjay.knowledge.index.kinds import Policy
from scrubjay.model.frozen import dataclass
from scrubjay.model.hints import fetch_in
from scrubjay.model.view import OmittedFile, View, ViewFile
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """The result of comparing the index with a tree: the paths that differ, by how they do.

    Missing: not indexed, and no rule says why. Surplus: indexed though refused. Different: other text than git has.
    Absent: not in this clone, so that it can't be checked. Left out: refused by a rule that is named; that alone is
    fine. `fetch` is the command that brings what is absent. `checked` counts the files that the selection includes.
    """

    checked: int
    missing: tuple[str, ...] = ()
    surplus: tuple[str, ...] = ()
    different: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    omitted: tuple[OmittedFile, ...] = ()
    fetch: str = ""

    @property
    def ok(self) -> bool:
        """Whether the index holds everything that no named rule omits."""
        return not self.difference

    @property
    def difference(self) -> int:
        """The number of paths that differ."""
        return len(self.missing) + len(self.surplus) + len(self.different) + len(self.absent)

    @property
    def repairable(self) -> bool:
        """Whether reading git again would help."""
        return self.difference > len(self.absent)

    @property
    def matching(self) -> int:
        """The number of files that are indexed as git has them."""
        return self.checked - self.difference - len(self.omitted)


def verify(
    git: Git,
    knowledge: Database,
    view: View,
    selection: Selection,
    policy: Policy,
    counter: TokenCounter,
    *,
    deep: bool = False,
) -> Verification:
    """Compare a view's tree with the index; `deep` reads and chunks every blob again and compares the passages."""
    tree_files = TreeFiles(TreeListing(git, view.tree) if view.tree else (), selection)
    expected = (*tree_files, *view.borrowed)
    unread = [OmittedFile(path, why, "submodule") for path, why in view.unselected.refused]
    unread += [file for module in view.submodules for file in module.omitted]

    def compare(connection: Connection) -> Verification:
        number = store.visible(connection, view, policy)
        indexed = {row["path"] for row in connection.execute(store.Q.indexed_paths, {"view": number})}
        refused = {row["path"]: row for row in store.refused(connection, expected, policy)}
        absent = {path for path, row in refused.items() if row["bytes"] == refusals.ABSENT} - indexed
        left_out = _left_out(expected, refused, indexed | absent, policy)
        missing = {file.path for file in expected} - indexed - absent - left_out.keys()
        different = {row[0] for row in connection.execute(store.Q.unsearchable, {"view": number})}
        surplus: set[str] = set()
        if deep:
            read = [file for file in expected if file.path in indexed]
            verdicts = _read_again(connection, reading(git, view), read, policy, counter)
            surplus = {path for path, verdict in verdicts.items() if verdict == "surplus"}
            different |= verdicts.keys() - surplus
        omitted = [*left_out.values(), *tree_files.skipped, *unread]
        unseen = tuple(f"the whole tree {why}" for why in tree_files.cut)
        return Verification(
            checked=len(expected) + len(tree_files.skipped) + len(unread),
            missing=(*unseen, *sorted(missing)),
            surplus=tuple(sorted(surplus)),
            different=tuple(sorted(different - surplus - missing)),
            absent=tuple(sorted(absent)),
            omitted=tuple(sorted(omitted, key=lambda file: file.path)),
            fetch=next((fetch_in(refused[path]["reason"]) for path in absent), ""),
        )

    return knowledge.read(compare)


def _left_out(
    expected: tuple[ViewFile, ...], refused: Mapping[str, Mapping[str, Any]], recorded: set[str], policy: Policy
) -> dict[str, OmittedFile]:
    """The files that a rule refuses, by path, each with the reason."""
    omitted: dict[str, OmittedFile] = {}
    for path in (file.path for file in expected if file.path not in recorded):
        row = refused.get(path)
        if reason := omission_reason(path):
            omitted[path] = OmittedFile(shown(path), reason, "name")
        elif row is not None:
            why = why_refused(row["reason"], row["bytes"], policy.max_bytes)
            omitted[path] = OmittedFile(shown(path), row["reason"], why)
    return omitted


def _read_again(
    connection: Connection, git: Git, files: Iterable[ViewFile], policy: Policy, counter: TokenCounter
) -> dict[str, str]:
    """Compare files with what is indexed of them: how each one differs, by path; equal files are left out."""
    with ObjectReader(git) as reader:
        verdicts = {file.path: _compare_file(connection, reader, file, policy, counter) for file in files}
    return {path: verdict for path, verdict in verdicts.items() if verdict}


def _compare_file(
    connection: Connection, reader: ObjectReader, file: ViewFile, policy: Policy, counter: TokenCounter
) -> str:
    """Re-read one file: "" when the index agrees, else "surplus" or "different"."""
    content = index.find(connection, file.blob, file.format, policy.chunker)
    info = reader.info([file.blob]).get(file.blob)
    if info is None or info[0] != "blob" or info[1] > policy.max_bytes:
        return "surplus" if content else ""
    fresh = prepare(file, reader.read(file.blob, policy.max_bytes), policy, counter)
    if not isinstance(fresh, PreparedBlob):
        return "surplus" if content else ""
    if content is None:
        return "different"
    stored = [
        (r["ordinal"], r["heading"], r["start_line"], r["end_line"], r["text"])
        for r in index.passages(connection, content["id"])
    ]
    expected = [(p.ordinal, " > ".join(p.heading), p.start_line, p.end_line, p.text) for p in fresh.passages]
    return "" if stored == expected else "different"
