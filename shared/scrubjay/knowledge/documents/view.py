"""Views of a worktree: git's tree at HEAD, a revision or a date, and checked-out submodules, as selected."""

import hashlib
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Sequence
from pathlib import Path

from scrubjay.errors import GitFailed
from scrubjay.git.head import Head, describe, head, replaced_note
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.git.revision import as_of as resolve_as_of
from scrubjay.git.submodules import SubmoduleObjects, find_objects, update_command, with_objects
from scrubjay.git.tree import TreeEntry, TreeListing
from scrubjay.knowledge.chunking.languages import PREFIX
from scrubjay.knowledge.documents.listing import MAX_AUTO, MAX_FILES, TreeFiles
from scrubjay.knowledge.documents.selection import Glob, Selection, omission_reason
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.view import NOTHING_UNSELECTED, OmittedFile, Submodule, UnselectedFiles, View, ViewFile
from scrubjay.privacy.secrets.shown_names import shown

MOST_READ = 100
"""Submodules of a view that are read: each costs a process of git."""

MOST_KEPT = 32
"""Listings that are cached."""

NESTED = "inside of {}: one level of submodules is read"
UNSHOWN = "its path holds what looks like a secret"
TOO_MANY = f"only the first {MOST_READ} submodules are read"


@dataclass(frozen=True, slots=True)
class ReadSubmodules:
    """The submodules of a tree that are read, and the paths of the others, each with the reason."""

    read: tuple[Submodule, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        """Part of a view's key: differs where other submodules are read, or other commits of them; empty for none."""
        return "".join(f"\0{one.path}\0{one.commit}" for one in self.read)


class Submodules:
    """Lists the submodules of one worktree's trees; listings are cached until objects arrive."""

    def __init__(self, git: Git, repository: Repository, selection: Selection) -> None:
        self._git = git
        self._repository = repository
        self._selection = selection
        self._anchored = tuple(Glob.of(pattern) for pattern in selection.exclude if not pattern.startswith("*"))
        self._listings: OrderedDict[Hashable, tuple[Submodule, tuple[str, ...]] | str] = OrderedDict()

    def of(self, entries: Sequence[TreeEntry], own: Sequence[ViewFile]) -> ReadSubmodules:
        """The submodules at some tree entries, within the limits that the tree's `own` files leave."""
        if not entries:
            return ReadSubmodules()
        read: list[Submodule] = []
        refused: list[tuple[str, str]] = []
        files, code = len(own), _code_count(own)
        for entry in entries:
            full = len(read) >= MOST_READ
            listed = TOO_MANY if full else self._listed(entry, find_objects(self._repository, entry.path), files, code)
            if isinstance(listed, str):
                refused.append((shown(entry.path), listed))
                continue
            module, nested = listed
            read.append(module)
            refused += [(path, NESTED.format(shown(module.path))) for path in nested]
            files, code = files + len(module.files), code + _code_count(module.files)
        return ReadSubmodules(tuple(read), tuple(refused))

    def _listed(
        self, entry: TreeEntry, found: SubmoduleObjects, files: int, code: int
    ) -> tuple[Submodule, tuple[str, ...]] | str:
        """A submodule, cached, with the paths of submodules inside of it; or, as text, why it isn't read."""
        if found.folder is None:
            return found.problem
        if shown(entry.path) != entry.path:
            return UNSHOWN
        key = (entry.path, entry.blob, found.state(entry.blob), files, code)
        if key not in self._listings:
            self._listings[key] = self._read_listing(entry, found.folder, files, code)
            while len(self._listings) > MOST_KEPT + MOST_READ:
                self._listings.popitem(last=False)
        self._listings.move_to_end(key)
        return self._listings[key]

    def _read_listing(
        self, entry: TreeEntry, objects: Path, files: int, code: int
    ) -> tuple[Submodule, tuple[str, ...]] | str:
        """List a submodule's tree: its selected files with the paths of submodules inside; or, as text, why not."""
        listing = TreeFiles(
            TreeListing(with_objects(self._git, [objects]), entry.blob),
            self._selection,
            max_files=max(0, MAX_FILES - files),
            max_code=max(0, MAX_AUTO - code),
        )
        try:
            chosen, omitted = self._chosen(entry.path, listing)
        except GitFailed:
            return f"commit {entry.blob[:10]} isn't among its objects: `{update_command(entry.path)}`"
        cut = (OmittedFile(shown(entry.path), why, "limit") for why in listing.cut)
        skipped = (replace(one, path=f"{shown(entry.path)}/{one.path}") for one in listing.skipped)
        module = Submodule(
            path=entry.path,
            commit=entry.blob,
            objects=objects,
            files=tuple(chosen),
            omitted=(*omitted, *cut, *skipped),
        )
        return module, tuple(shown(f"{entry.path}/{one.path}") for one in listing.submodules)

    def _chosen(self, folder: str, listing: TreeFiles) -> tuple[list[ViewFile], list[OmittedFile]]:
        """The selected and omitted files of a submodule's listing, under their paths from the repository's top."""
        chosen, omitted = list[ViewFile](), list[OmittedFile]()
        for file in listing:
            path = f"{folder}/{file.path}"
            parts = path.lower().split("/")
            if any(glob.matches(parts) for glob in self._anchored):
                continue
            if reason := omission_reason(path):
                omitted.append(OmittedFile(shown(path), reason, "name"))
            else:
                chosen.append(ViewFile(path, file.blob, file.format))
        return chosen, omitted


def reading(git: Git, view: View) -> Git:
    """The git that also finds the objects of a view's submodules; the same git where none is read."""
    return with_objects(git, (module.objects for module in view.submodules))


def files_of(view: View) -> Iterator[ViewFile]:
    """All files of a view: its own, then those of its submodules."""
    yield from view.files
    yield from view.borrowed


def fetching(view: View, path: str) -> str:
    """The command that fetches the missing blobs of a submodule's file; empty for the repository's own files."""
    module = view.submodule_of(path)
    return update_command(module.path) if module else ""


def _code_count(files: Sequence[ViewFile]) -> int:
    """How many of some files are read as code."""
    return sum(file.format.startswith(PREFIX) for file in files)


MAX_TREES = 8

SelectedFiles = tuple[
    tuple[ViewFile, ...], tuple[OmittedFile, ...], UnselectedFiles, tuple[str, ...], tuple[TreeEntry, ...]
]
"""The files of a tree that are read, those omitted for path or number, what isn't selected, caveats, submodules."""


class Views:
    """Makes the views of one worktree; the newest trees are cached."""

    def __init__(self, git: Git, repository: Repository, selection: Selection, *, submodules: bool = False) -> None:
        self._git = git
        self.repository = repository
        self._selection = selection
        self._files: OrderedDict[str, SelectedFiles] = OrderedDict()
        self._submodules = Submodules(git, repository, selection) if submodules else None

    def head(self) -> View:
        """The view of the current HEAD."""
        return self._view(head(self._git), "")

    def as_of(self, as_of: str) -> View:
        """The view of a revision, or of HEAD's first parents at a date. Raises UnknownRevision."""
        if not as_of:
            return self.head()
        now = head(self._git)
        commit = resolve_as_of(self._git, as_of, now.commit)
        return self._view(describe(self._git, commit, branch=now.branch), shown(as_of))

    def _view(self, position: Head, as_of: str) -> View:
        """The view of a position, with its submodules."""
        files, left_out, unselected, cut, entries = self._selected_files(position.tree)
        inside = self._submodules.of(entries, files) if self._submodules else None
        if inside is not None:
            paths = tuple(path for path, _ in inside.refused)
            unselected = replace(unselected, submodules=paths, refused=inside.refused)
        told = f"{position.tree}\0{self._selection.key}{inside.key if inside else ''}"
        key = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        worktree = self.repository.worktree
        return View(
            key=key,
            worktree=worktree,
            branch=position.branch,
            commit=position.commit,
            tree=position.tree,
            committed_at=position.committed_at,
            as_of=as_of,
            files=files,
            omitted=left_out,
            unselected=unselected,
            cut=cut,
            replaced=replaced_note(self._git, self.repository),
            submodules=inside.read if inside else (),
        )

    def _selected_files(self, tree: str) -> SelectedFiles:
        """The files of a tree that are read, and what is left out; cached."""
        if not tree:
            return (), (), NOTHING_UNSELECTED, (), ()
        if tree not in self._files:
            self._files[tree] = select_files(TreeFiles(TreeListing(self._git, tree), self._selection))
            while len(self._files) > MAX_TREES:
                self._files.popitem(last=False)
        self._files.move_to_end(tree)
        return self._files[tree]


def select_files(listing: TreeFiles) -> SelectedFiles:
    """The files of a listing that are read, and those that are left out."""
    files: list[ViewFile] = []
    left_out: list[OmittedFile] = []
    for file in listing:
        if reason := omission_reason(file.path):
            left_out.append(OmittedFile(shown(file.path), reason, "name"))
        else:
            files.append(file)
    return tuple(files), (*left_out, *listing.skipped), listing.unselected, listing.cut, tuple(listing.submodules)
