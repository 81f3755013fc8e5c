"""Anchors of memories: the commits that brought what they cite, and whether a commit contains these.

The answer is a function of what was kept with the memory and of what the commit reaches. Objects that it doesn't reach
play no part, so that gc, another clone and a process of yesterday say the same.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from scrubjay.errors import GitFailed
from scrubjay.git.ancestry import base_commit, blobs_at, changed_paths, existing_commits, patch_ids, unreachable
from scrubjay.git.blame import carried_patches, commit_dates, last_writers
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.tree import list_tree
from scrubjay.memory.store.claim import Anchor
from scrubjay.model.evidence import CitationKind, CitationResult
from scrubjay.model.frozen import dataclass, replace
from scrubjay.privacy.secrets.masking import mask

READ_MOST = 1_000_000
"""Bytes of a file that are compared."""

MOST_PATHS = 20
"""Files of a cited commit that a memory hangs on."""

KEPT_LINES = 40
"""Lines of a cited text that are known again; of a longer one so many are chosen by their hashes."""

TELLING = 3
"""Letters and digits from which on a line says something: a bracket stands in every file."""

DIGITS = 16


def anchors(git: Git, citations: Iterable[CitationResult], head: str) -> tuple[Anchor, ...]:
    """The commits and files that a claim's citations hang on in the history of the commit `head`.

    One that doesn't count yet holds the memory back as well: it is of the branch that wrote it.
    """
    carrying = [citation for citation in citations if citation.ties]
    if not carrying or not head:
        return ()
    base = base_commit(git)
    base = head if base and base != head and not unreachable(git, [head], base) else base
    placed = {
        citation.path: citation for citation in carrying if citation.path and citation.kind is not CitationKind.COMMIT
    }
    bare = [*_of_files(git, placed, head, base), *_of_commits(git, carrying, base)]
    patches = patch_ids(git, sorted({anchor.commit for anchor in bare if anchor.base_differed}))
    quoted = {citation.path for citation in carrying if citation.words}
    unread = [anchor for anchor in bare if anchor.blob and anchor.path not in quoted]
    lines = dict(read_lines(git, unread, {path: citation.lines for path, citation in placed.items()})) if unread else {}
    return tuple(
        replace(
            anchor, patch_id=patches.get(anchor.commit, "") if anchor.base_differed else "", lines=lines.get(anchor, ())
        )
        for anchor in bare
    )


def _of_files(git: Git, placed: Mapping[str, CitationResult], head: str, base: str) -> list[Anchor]:
    """Anchors of cited files: the commit that last wrote the file on the base if unchanged there, else on `head`."""
    head_blobs = {path: citation.blob for path, citation in placed.items()}
    if any(citation.commit != head for citation in placed.values()):
        head_blobs = blobs_at(git, head, placed)
    base_blobs = head_blobs if base == head else blobs_at(git, base, placed) if base else {}
    changed = {path for path, blob in head_blobs.items() if base_blobs.get(path) != blob}
    writers = last_writers(git, base or head, sorted(head_blobs.keys() - changed)) | last_writers(
        git, head, sorted(changed)
    )
    return [
        Anchor(
            commit=writers[path][0],
            patch_id="",
            path=path,
            blob=head_blobs[path],
            made_at=writers[path][1],
            base_differed=path in changed,
        )
        for path in sorted(head_blobs)
        if path in writers
    ]


def _of_commits(git: Git, carrying: Iterable[CitationResult], base: str) -> list[Anchor]:
    """A cited commit, with the files that it brought."""
    cited = existing_commits(
        git, {citation.commit for citation in carrying if citation.kind is CitationKind.COMMIT and citation.commit}
    )
    unreached = unreachable(git, cited, base) if base else cited
    made = commit_dates(git, cited)
    anchors = []
    for commit in sorted(cited):
        files = sorted(_brought(git, commit, base if commit in unreached else "").items())[:MOST_PATHS] or [("", "")]
        anchors += [
            Anchor(
                commit=commit,
                patch_id="",
                path=path,
                blob=blob,
                made_at=made[commit],
                base_differed=commit in unreached,
            )
            for path, blob in files
        ]
    return anchors


def _brought(git: Git, commit: str, base: str) -> dict[str, str]:
    """The files that a commit changed, with their blobs then; without those that the base has unchanged."""
    paths = changed_paths(git, commit)
    then, base_blobs = blobs_at(git, commit, paths), blobs_at(git, base, paths) if base else {}
    return {path: blob for path, blob in then.items() if base_blobs.get(path) != blob}


def read_lines(
    git: Git, unread: Iterable[Anchor], cited: Mapping[str, tuple[int, int]]
) -> Iterator[tuple[Anchor, tuple[str, ...]]]:
    """The hashes of each anchor's lines: the cited ones of its file, else those that its commit added."""
    with ObjectReader(git) as reader:
        for anchor in unread:
            first, last = cited.get(anchor.path, (0, 0))
            try:
                text = _read_text(reader, anchor.blob)
                if first:
                    yield anchor, known_by("\n".join(text.split("\n")[first - 1 : last]))
                    continue
                before = blobs_at(git, f"{anchor.commit}^", [anchor.path]).get(anchor.path)
                old = line_hashes(_read_text(reader, before)) if before else frozenset[str]()
                yield anchor, known_by(text, old)
            except GitFailed:
                continue  # too large, or not in this clone


def known_by(text: str, excluded: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Hashes of the lines of a text that say something, hold no secret and aren't in `excluded`."""
    fine = line_hashes(text) & line_hashes(mask(text).text)
    return tuple(sorted(fine - excluded)[:KEPT_LINES])


def line_hashes(text: str) -> frozenset[str]:
    """A short hash of each line that says something."""
    stripped = {line.strip() for line in text.split("\n")}
    return frozenset(
        hashlib.sha256(line.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]
        for line in stripped
        if sum(c.isalnum() for c in line) >= TELLING
    )


def _read_text(reader: ObjectReader, blob: str) -> str:
    return reader.read(blob, READ_MOST).decode("utf-8", "replace")


COMPARED = 2_000
"""Files whose texts are compared for one commit."""

Says = Callable[[str, str], bool]
"""Whether a text, secrets masked, still holds a sentence that was relied on."""

Became = Mapping[str, Collection[str]]
"""What git made of some commits, by their ids: an amend, a rebase."""


@dataclass(frozen=True, slots=True)
class Hung:
    """An anchor with the quoted sentences of its file; without any where the memory cites the commit itself."""

    anchor: Anchor
    quotes: tuple[str, ...] = ()


def arrived_anchors(
    git: Git, hung: Sequence[Hung], commit: str, became: Callable[[], Became], says: Says
) -> frozenset[Hung]:
    """The anchors whose change a commit has, by any of these signs, looked for in this order, the cheapest first:

    its history has the anchor's commit, or what that was rewritten to; its tree has the file under any name; the file
    of that name still has the cited lines; its history has the same patch.
    """
    if not commit:
        return frozenset()
    matched: set[Hung] = set()
    for matches in (_reached, partial(_rewritten, became), _same_blob, partial(_still_said, says), _copied):
        if left := [entry for entry in hung if entry not in matched]:
            matched |= matches(git, left, commit)
    return frozenset(matched)


def _reached(git: Git, left: Sequence[Hung], commit: str) -> set[Hung]:
    """The anchors whose own commit is in a commit's history."""
    existing = existing_commits(git, {entry.anchor.commit for entry in left})
    reached = existing - unreachable(git, existing, commit)
    return {entry for entry in left if entry.anchor.commit in reached}


def _rewritten(became: Callable[[], Became], git: Git, left: Sequence[Hung], commit: str) -> set[Hung]:
    """The anchors whose commit was rewritten to one in a commit's history."""
    rewrites = became()
    forms = {entry: frozenset(rewrites.get(entry.anchor.commit, ())) for entry in left}
    existing = existing_commits(git, {form for rewritten in forms.values() for form in rewritten})
    reached = existing - unreachable(git, existing, commit)
    return {entry for entry in left if forms[entry] & reached}


def _same_blob(git: Git, left: Sequence[Hung], commit: str) -> set[Hung]:
    """The anchors whose file, the same to a byte, is in a commit's tree."""
    blobs = {entry.anchor.blob for entry in left if entry.anchor.blob}
    tree_blobs = {entry.blob for entry in list_tree(git, commit)} & blobs if blobs else set()
    return {entry for entry in left if entry.anchor.blob in tree_blobs}


def _still_said(says: Says, git: Git, left: Sequence[Hung], commit: str) -> set[Hung]:
    """The anchors whose quoted sentences a commit's file still has, as after a squash of several commits."""
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
    """The anchors whose quoted sentences, or else lines, a text holds."""
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
    """The anchors whose patch is in a commit's history, under another hash."""
    patched = [entry for entry in left if entry.anchor.patch_id]
    paths = {entry.anchor.path for entry in patched}
    patches = {(entry.anchor.patch_id, entry.anchor.made_at) for entry in patched}
    carried = carried_patches(git, commit, patches, paths if "" not in paths else ())
    return {entry for entry in patched if (entry.anchor.patch_id, entry.anchor.made_at) in carried}
