"""Views of a worktree: git's tree at HEAD, a revision or a date, filtered by the selection."""

import hashlib
from collections import OrderedDict
from dataclasses import replace

from scrubjay.git.grafts import replaced_note
from scrubjay.git.head import Head, describe, head
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.git.revision import as_of as resolve_as_of
from scrubjay.git.tree import TreeEntry, TreeListing
from scrubjay.knowledge.documents.listing import TreeFiles
from scrubjay.knowledge.documents.selection import Selection, omission_reason
from scrubjay.knowledge.documents.submodules import Submodules
from scrubjay.model.view import NOTHING_UNSELECTED, OmittedFile, UnselectedFiles, View, ViewFile
from scrubjay.privacy.secrets.shown_names import shown

MAX_TREES = 8

SelectedFiles = tuple[
    tuple[ViewFile, ...], tuple[OmittedFile, ...], UnselectedFiles, tuple[str, ...], tuple[TreeEntry, ...]
]
"""The files of a tree that are read, those omitted for path or number, what isn't selected, caveats, submodules."""


class Views:
    """The views of one worktree; the newest trees are cached, since these are immutable."""

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
        files, left_out, unselected, cut, entries = self._select(position.tree)
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

    def _select(self, tree: str) -> SelectedFiles:
        if not tree:
            return (), (), NOTHING_UNSELECTED, (), ()
        if tree not in self._files:
            self._files[tree] = select_files(TreeFiles(TreeListing(self._git, tree), self._selection))
            while len(self._files) > MAX_TREES:
                self._files.popitem(last=False)
        self._files.move_to_end(tree)
        return self._files[tree]


def select_files(listing: TreeFiles) -> SelectedFiles:
    """The files that are read of a listing, and those that are omitted."""
    files: list[ViewFile] = []
    left_out: list[OmittedFile] = []
    for file in listing:
        if reason := omission_reason(file.path):
            left_out.append(OmittedFile(shown(file.path), reason, "name"))
        else:
            files.append(file)
    return tuple(files), (*left_out, *listing.skipped), listing.unselected, listing.cut, tuple(listing.submodules)
