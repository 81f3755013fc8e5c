"""Has what a memory hangs on come into a commit's history in another form? A squash, a rebase, a cherry-pick."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scrubjay.errors import GitFailed
from scrubjay.git.ancestry import amended, blobs_at, changed_paths, commits_on, existing, outside, patch_ids
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.tree import list_tree
from scrubjay.memories.writing import Anchor
from scrubjay.secrets import mask

READ_MOST = 1_000_000
"""Bytes of a file that are compared."""

COMPARED = 200
"""Anchors whose texts are compared for one commit; further ones wait for their commits."""

TELLING = 3
"""Letters and digits from which on a line says something: a bracket stands in every file."""

Says = Callable[[str, str], bool]
"""Whether a text, secrets masked, still holds a sentence that was relied on."""


@dataclass(frozen=True, slots=True)
class Hung:
    """An anchor with the sentences of its file that decided; none where the memory cites the commit itself."""

    anchor: Anchor
    quotes: tuple[str, ...] = ()


def brought_by(git: Git, commit: str, base: str) -> dict[str, str]:
    """The files that a commit changed into something the base branch doesn't have, with their blobs then."""
    paths = changed_paths(git, commit)
    then, there = blobs_at(git, commit, paths), blobs_at(git, base, paths)
    return {path: blob for path, blob in then.items() if there.get(path) != blob}


def arrived(git: Git, hung: Sequence[Hung], commit: str, says: Says) -> frozenset[Hung]:
    """Those that the commit's history has: the blob in its tree, rewritten, the same patch, or what was relied on.

    The last is for a squash of several commits to one file: its blob and its patch are new, its sentences are not.
    """
    blobs = {one.anchor.blob for one in hung if one.anchor.blob}
    held = {entry.blob for entry in list_tree(git, commit)} & blobs if blobs else set()
    found = {one.anchor for one in hung if one.anchor.blob in held}
    for look in (_rewritten, _same_patch):
        if left := [one.anchor for one in hung if one.anchor not in found]:
            found |= look(git, left, commit)
    placed = [one for one in hung if one.anchor not in found and one.anchor.path][:COMPARED]
    said = _still_said(git, placed, commit, says) if placed else set()
    return frozenset(one for one in hung if one.anchor in found or one in said)


def _rewritten(git: Git, left: Sequence[Anchor], commit: str) -> set[Anchor]:
    newer = amended(git)
    wanted = existing(git, {newer[one.commit] for one in left if one.commit in newer})
    reached = wanted - outside(git, wanted, commit)
    return {one for one in left if newer.get(one.commit, "") in reached}


def _same_patch(git: Git, left: Sequence[Anchor], commit: str) -> set[Anchor]:
    left = [one for one in left if one.patch_id]
    if not left:
        return set()
    paths = {one.path for one in left} if all(one.path for one in left) else set[str]()
    known = existing(git, {one.commit for one in left})
    patches = set(patch_ids(git, commits_on(git, commit, known, paths)).values())
    return {one for one in left if one.patch_id in patches}


def _still_said(git: Git, placed: Sequence[Hung], commit: str, says: Says) -> set[Hung]:
    now = blobs_at(git, commit, sorted({one.anchor.path for one in placed}))
    found: set[Hung] = set()
    with ObjectReader(git) as reader:
        for one in placed:
            blob = now.get(one.anchor.path)
            try:
                if blob and _holds(git, reader, one, _text(reader, blob), says):
                    found.add(one)
            except GitFailed:
                continue  # too large, or not in this clone: it waits for its commit
    return found


def _holds(git: Git, reader: ObjectReader, one: Hung, text: str, says: Says) -> bool:
    if one.quotes:
        masked = mask(text).text
        return all(says(quote, masked) for quote in one.quotes)
    fresh = _lines(_text(reader, one.anchor.blob))
    parent = blobs_at(git, f"{one.anchor.commit}^", [one.anchor.path]).get(one.anchor.path)
    added = fresh - _lines(_text(reader, parent)) if parent else fresh
    return bool(added) and added <= _lines(text)


def _lines(text: str) -> frozenset[str]:
    """The lines that say something."""
    stripped = (line.strip() for line in text.split("\n"))
    return frozenset(line for line in stripped if sum(c.isalnum() for c in line) >= TELLING)


def _text(reader: ObjectReader, blob: str) -> str:
    return reader.read(blob, READ_MOST).decode("utf-8", "replace")
