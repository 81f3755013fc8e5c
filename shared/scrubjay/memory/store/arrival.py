"""Has what a memory hangs on come to a commit? The law of visibility, in one place.

The answer is a function of what was kept with the memory and of what the commit reaches. Objects that it doesn't reach
play no part, so that gc, another clone and a process of yesterday say the same.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from scrubjay.errors import GitFailed
from scrubjay.git.ancestry import blobs_at, existing_commits, unreachable
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.tree import list_tree
from scrubjay.git.written import carried_patches
from scrubjay.memory.store.anchor import Anchor
from scrubjay.memory.store.anchors import READ_MOST, line_hashes
from scrubjay.privacy.secrets.masking import mask

COMPARED = 2_000
"""Files whose texts are compared for one commit."""

Says = Callable[[str, str], bool]
"""Whether a text, secrets masked, still holds a sentence that was relied on."""

Became = Mapping[str, Collection[str]]
"""What git made of some commits, by their ids: an amend, a rebase."""


@dataclass(frozen=True, slots=True)
class Hung:
    """An anchor with the sentences of its file that decided; none where the memory cites the commit itself."""

    anchor: Anchor
    quotes: tuple[str, ...] = ()


def arrived(git: Git, hung: Sequence[Hung], commit: str, became: Callable[[], Became], says: Says) -> frozenset[Hung]:
    """Those that a commit has. In this order, the cheapest first, whichever holds:

    its history has the anchor's commit, or what that was rewritten to; its tree has the file under any name; the file
    of that name still has the cited lines; its history has the same patch.
    """
    if not commit:
        return frozenset()
    matched: set[Hung] = set()
    for matches in (_reached, partial(_rewritten, became), _held, partial(_still_said, says), _copied):
        if left := [entry for entry in hung if entry not in matched]:
            matched |= matches(git, left, commit)
    return frozenset(matched)


def _reached(git: Git, left: Sequence[Hung], commit: str) -> set[Hung]:
    existing = existing_commits(git, {entry.anchor.commit for entry in left})
    reached = existing - unreachable(git, existing, commit)
    return {entry for entry in left if entry.anchor.commit in reached}


def _rewritten(became: Callable[[], Became], git: Git, left: Sequence[Hung], commit: str) -> set[Hung]:
    rewrites = became()
    forms = {entry: frozenset(rewrites.get(entry.anchor.commit, ())) for entry in left}
    existing = existing_commits(git, {form for rewritten in forms.values() for form in rewritten})
    reached = existing - unreachable(git, existing, commit)
    return {entry for entry in left if forms[entry] & reached}


def _held(git: Git, left: Sequence[Hung], commit: str) -> set[Hung]:
    blobs = {entry.anchor.blob for entry in left if entry.anchor.blob}
    tree_blobs = {entry.blob for entry in list_tree(git, commit)} & blobs if blobs else set()
    return {entry for entry in left if entry.anchor.blob in tree_blobs}


def _still_said(says: Says, git: Git, left: Sequence[Hung], commit: str) -> set[Hung]:
    """For a squash of several commits to one file: its blob and its patch are new, its sentences are not."""
    telling = [entry for entry in left if entry.anchor.path and (entry.quotes or entry.anchor.lines)]
    paths = sorted({entry.anchor.path for entry in telling})[:COMPARED]
    now = blobs_at(git, commit, paths) if paths else {}
    matched: set[Hung] = set()
    if not now:
        return matched
    with ObjectReader(git) as reader:
        for path, blob in now.items():
            try:
                text = reader.read(blob, READ_MOST).decode("utf-8", "replace")
            except GitFailed:
                continue  # too large, or not in this clone: it waits for its commit
            matched |= _said_in(text, [entry for entry in telling if entry.anchor.path == path], says)
    return matched


def _said_in(text: str, hung: Sequence[Hung], says: Says) -> set[Hung]:
    masked = mask(text).text if any(entry.quotes for entry in hung) else ""
    lines = line_hashes(text)

    def holds(entry: Hung) -> bool:
        return (
            all(says(quote, masked) for quote in entry.quotes)
            if entry.quotes
            else lines >= set(entry.anchor.lines or ())
        )

    return {entry for entry in hung if holds(entry)}


def _copied(git: Git, left: Sequence[Hung], commit: str) -> set[Hung]:
    patched = [entry for entry in left if entry.anchor.patch_id]
    paths = {entry.anchor.path for entry in patched}
    patches = {(entry.anchor.patch_id, entry.anchor.made_at) for entry in patched}
    carried = carried_patches(git, commit, patches, paths if "" not in paths else ())
    return {entry for entry in patched if (entry.anchor.patch_id, entry.anchor.made_at) in carried}
