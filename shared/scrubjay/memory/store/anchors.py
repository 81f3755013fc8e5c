"""What does a memory hang on? The commits that brought what it cites, and what of it can be known again."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from scrubjay.errors import GitFailed
from scrubjay.git.ancestry import base_commit, blobs_at, changed_paths, existing_commits, patch_ids, unreachable
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.written import commit_dates, last_writers
from scrubjay.memory.store.anchor import Anchor
from scrubjay.model.evidence import CitationKind, CitationResult
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
    """What the citations that speak of a claim hang on in the history of the commit `head`.

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
    """A file that the base has just so hangs on the commit that wrote it there, another one on that of `head`."""
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
    """The files that a commit changed, with their blobs then; without those that the base has just so."""
    paths = changed_paths(git, commit)
    then, base_blobs = blobs_at(git, commit, paths), blobs_at(git, base, paths) if base else {}
    return {path: blob for path, blob in then.items() if base_blobs.get(path) != blob}


def read_lines(
    git: Git, unread: Iterable[Anchor], cited: Mapping[str, tuple[int, int]]
) -> Iterator[tuple[Anchor, tuple[str, ...]]]:
    """The hashes of each anchor's lines: those cited in its file (0 for none), else those that its commit added."""
    with ObjectReader(git) as reader:
        for anchor in unread:
            first, last = cited.get(anchor.path, (0, 0))
            try:
                text = _text(reader, anchor.blob)
                if first:
                    yield anchor, known_by("\n".join(text.split("\n")[first - 1 : last]))
                    continue
                before = blobs_at(git, f"{anchor.commit}^", [anchor.path]).get(anchor.path)
                old = line_hashes(_text(reader, before)) if before else frozenset[str]()
                yield anchor, known_by(text, old)
            except GitFailed:
                continue  # too large, or not in this clone


def known_by(text: str, excluded: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Hashes of the lines that say something, without those of `excluded` and those that hold a secret."""
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


def _text(reader: ObjectReader, blob: str) -> str:
    return reader.read(blob, READ_MOST).decode("utf-8", "replace")
