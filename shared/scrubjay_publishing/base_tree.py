"""Facts of the base branch's tree: paths, the files whose text counts, decision records, and numbers in use."""

import posixpath
from collections.abc import Collection, Iterable, Sequence
from itertools import islice

from scrubjay.errors import PublishRefused
from scrubjay.git.ancestry import blobs_at
from scrubjay.git.objects import ObjectReader, is_partial
from scrubjay.git.process import Git
from scrubjay.git.tree import TreeEntry, TreeListing
from scrubjay.knowledge.decisions.naming import looks_like_decision, series_of
from scrubjay_publishing.decision_form import RecordText, in_order, parsed
from scrubjay_publishing.values import BRANCHES

MAX_FILE = 1_000_000
"""Bytes of a record or an index that is read."""
MAX_REFS = 2_000
MAX_FOUND = 100


def texts_at(git: Git, commit: str, paths: Iterable[str]) -> dict[str, str]:
    """The texts of a few files at a commit, without listing its tree; those that aren't there are left out."""
    blobs = {path: blob for path, blob in blobs_at(git, commit, sorted(paths)).items() if blob}
    if not blobs:
        return {}
    with ObjectReader(git) as reader:
        return {path: reader.read(blob, MAX_FILE).decode("utf-8", "replace") for path, blob in blobs.items()}


class BaseTree:
    """The tree of one commit, which is listed once."""

    def __init__(self, git: Git, commit: str) -> None:
        self.git = git
        self.commit = commit
        listing = TreeListing(git, commit)
        self.entries: dict[str, TreeEntry] = {entry.path: entry for entry in listing}
        if listing.cut:
            raise PublishRefused(f"The tree of {commit[:10]} has too many files to be read. Nothing was published.")
        self.taken = frozenset(path.lower() for path in self.entries)
        self._texts: dict[str, bytes] = {}

    def bytes(self, path: str) -> bytes | None:
        """A file's content; None where it isn't there, is no regular file, or is too large."""
        entry = self.entries.get(path)
        if entry is None or not entry.is_file:
            return None
        self._read([entry.blob])
        return self._texts.get(entry.blob)

    def text(self, path: str) -> str | None:
        """A file's text; None where there is none, or it is no UTF-8."""
        data = self.bytes(path)
        try:
            return None if data is None else data.decode("utf-8")
        except UnicodeDecodeError:
            return None

    def _read(self, blobs: Sequence[str]) -> None:
        """Read blobs once, in one process of git; missing and too large ones are left out."""
        wanted = [blob for blob in dict.fromkeys(blobs) if blob not in self._texts]
        if not wanted:
            return
        with ObjectReader(self.git) as reader:
            sizes = reader.info(wanted)
            small = [blob for blob in wanted if sizes.get(blob, ("", MAX_FILE + 1))[1] <= MAX_FILE]
            self._texts |= {blob: body for blob, _, body in reader.read_many(small, MAX_FILE)}

    def record_paths(self) -> tuple[str, ...]:
        """The paths of Markdown files that are decision records of the series ADR."""
        paths = tuple(
            path
            for path, entry in self.entries.items()
            if path.endswith((".md", ".markdown")) and entry.is_file and looks_like_decision(path)
            and series_of(path) == "ADR"
        )  # fmt: skip
        self._read([self.entries[path].blob for path in paths])
        return tuple(path for path in paths if (text := self.text(path)) and parsed(RecordText(path, text)))

    def records(self, folder: str, paths: Sequence[str]) -> tuple[RecordText, ...]:
        """The decision records that lie directly in a folder, by number."""
        here = [path for path in paths if posixpath.dirname(path) == folder]
        return in_order([RecordText(path, text) for path in here if (text := self.text(path)) is not None])

    def refuse_blocked(self, path: str) -> None:
        """Raises PublishRefused where a part of a path is a link, a submodule or a file in the base."""
        parts = path.split("/")
        for depth in range(1, len(parts)):
            above = "/".join(parts[:depth])
            entry = self.entries.get(above)
            if entry is not None:
                raise PublishRefused(
                    f"{path} can't be written: {above} is a {entry.kind} in {self.commit[:10]}, not a folder. "
                    "Choose another with `publishing.folder` in .agent/config.yaml."
                )
        if path in self.entries or any(other.startswith(f"{path}/") for other in self.entries):
            raise PublishRefused(f"{path} is there in {self.commit[:10]} already. Choose another name with --topic.")


def names_everywhere(git: Git, folder: str, without: str = "") -> frozenset[str]:
    """The names in a folder of every local and remote-tracking branch, but one."""
    listed = git.run(
        "for-each-ref", f"--count={MAX_REFS}", "--sort=-committerdate", "--format=%(objectname) %(refname)",
        "refs/heads", "refs/remotes",
    )  # fmt: skip
    refs = (line.partition(" ")[::2] for line in listed.decode("utf-8", "replace").split("\n") if line)
    commits = dict.fromkeys(commit for commit, ref in refs if not (without and ref.endswith(f"/{without}")))
    asked = "".join(f"{commit}:{folder}\n" for commit in commits).encode("utf-8", "surrogateescape")
    found = git.run("cat-file", "--batch-check=%(objectname) %(objecttype)", input=asked, timeout=30)
    trees = {line.split(b" ")[0].decode() for line in found.split(b"\n") if line.endswith(b" tree")}
    names: set[str] = set()
    for tree in sorted(trees):
        shown = git.fields("ls-tree", "-z", "--name-only", "--end-of-options", tree)
        names.update(name.decode("utf-8", "surrogateescape") for name in shown)
    return frozenset(names)


def files_with(git: Git, revisions: Sequence[str], ids: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Markdown files of some revisions that are marked as one of some memories, as (revision, path)."""
    if not revisions or is_partial(git):
        return ()  # git would fetch the files that are missing here
    marks = (rf"^id:[ \t]*[\"']?{id}|Memory-Id:[ \t]*{id}" for id in sorted(ids))
    words = [word for mark in marks for word in ("-e", mark)]
    found = git.fields(
        "grep", "-l", "-z", "-E", "--no-color", "--no-textconv", "--no-recurse-submodules", *words, *revisions, "--",
        "*.md", "*.markdown", ok=(0, 1), timeout=60,
    )  # fmt: skip
    rows = (name.decode("utf-8", "surrogateescape").partition(":")[::2] for name in found)
    return tuple(islice(rows, MAX_FOUND))


def memory_branches(git: Git) -> tuple[str, ...]:
    """The refs of the branches on which memories are published, local and remote-tracking, the newest first."""
    out = git.run(
        "for-each-ref", f"--count={MAX_REFS}", "--sort=-committerdate", "--format=%(refname)",
        f"refs/heads/{BRANCHES}", f"refs/remotes/*/{BRANCHES}**",
    )  # fmt: skip
    return tuple(name for name in out.decode("utf-8", "surrogateescape").split("\n") if name)
