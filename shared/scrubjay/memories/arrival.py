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
from scrubjay.memories.anchor import Anchor
from scrubjay.memories.anchors import READ_MOST, line_hashes
from scrubjay.secrets import mask

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
    found: set[Hung] = set()
    for look in (_reached, partial(_rewritten, became), _held, partial(_still_said, says), _copied):
        if left := [one for one in hung if one not in found]:
            found |= look(git, left, commit)
    return frozenset(found)


def _reached(git: Git, left: Sequence[Hung], commit: str) -> set[Hung]:
    there = existing_commits(git, {one.anchor.commit for one in left})
    reached = there - unreachable(git, there, commit)
    return {one for one in left if one.anchor.commit in reached}


def _rewritten(became: Callable[[], Became], git: Git, left: Sequence[Hung], commit: str) -> set[Hung]:
    known = became()
    forms = {one: frozenset(known.get(one.anchor.commit, ())) for one in left}
    there = existing_commits(git, {form for some in forms.values() for form in some})
    reached = there - unreachable(git, there, commit)
    return {one for one in left if forms[one] & reached}


def _held(git: Git, left: Sequence[Hung], commit: str) -> set[Hung]:
    blobs = {one.anchor.blob for one in left if one.anchor.blob}
    held = {entry.blob for entry in list_tree(git, commit)} & blobs if blobs else set()
    return {one for one in left if one.anchor.blob in held}


def _still_said(says: Says, git: Git, left: Sequence[Hung], commit: str) -> set[Hung]:
    """For a squash of several commits to one file: its blob and its patch are new, its sentences are not."""
    telling = [one for one in left if one.anchor.path and (one.quotes or one.anchor.lines)]
    paths = sorted({one.anchor.path for one in telling})[:COMPARED]
    now = blobs_at(git, commit, paths) if paths else {}
    found: set[Hung] = set()
    if not now:
        return found
    with ObjectReader(git) as reader:
        for path, blob in now.items():
            try:
                text = reader.read(blob, READ_MOST).decode("utf-8", "replace")
            except GitFailed:
                continue  # too large, or not in this clone: it waits for its commit
            found |= _said_in(text, [one for one in telling if one.anchor.path == path], says)
    return found


def _said_in(text: str, some: Sequence[Hung], says: Says) -> set[Hung]:
    masked = mask(text).text if any(one.quotes for one in some) else ""
    lines = line_hashes(text)

    def holds(one: Hung) -> bool:
        return all(says(quote, masked) for quote in one.quotes) if one.quotes else lines >= set(one.anchor.lines or ())

    return {one for one in some if holds(one)}


def _copied(git: Git, left: Sequence[Hung], commit: str) -> set[Hung]:
    wanted = [one for one in left if one.anchor.patch_id]
    paths = {one.anchor.path for one in wanted}
    patches = {(one.anchor.patch_id, one.anchor.made_at) for one in wanted}
    there = carried_patches(git, commit, patches, paths if "" not in paths else ())
    return {one for one in wanted if (one.anchor.patch_id, one.anchor.made_at) in there}
