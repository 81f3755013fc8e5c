"""What does a memory hang on? The commits that brought what it cites, and what of it can be known again."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from scrubjay.errors import GitFailed
from scrubjay.git.ancestry import base_commit, blobs_at, changed_paths, existing_commits, patch_ids, unreachable
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.written import commit_dates, last_writers
from scrubjay.memories.anchor import Anchor
from scrubjay.model.evidence import CitationKind, CitationResult
from scrubjay.secrets import mask

READ_MOST = 1_000_000
"""Bytes of a file that are compared."""

MOST_PATHS = 20
"""Files of a cited commit that a memory hangs on."""

KEPT_LINES = 40
"""Lines of a cited text that are known again; of a longer one so many are chosen by their hashes."""

TELLING = 3
"""Letters and digits from which on a line says something: a bracket stands in every file."""

DIGITS = 16


def anchors(git: Git, citations: Iterable[CitationResult], at: str) -> tuple[Anchor, ...]:
    """What the citations that speak of a claim hang on in the history of the commit `at`.

    One that doesn't count yet holds the memory back as well: it is of the branch that wrote it.
    """
    carrying = [one for one in citations if one.supports_as_written]
    if not carrying or not at:
        return ()
    base = base_commit(git)
    base = at if base and base != at and not unreachable(git, [at], base) else base
    placed = {one.path: one for one in carrying if one.path and one.kind is not CitationKind.COMMIT}
    bare = [*_of_files(git, placed, at, base), *_of_commits(git, carrying, base)]
    patches = patch_ids(git, sorted({one.commit for one in bare if one.apart}))
    quoted = {one.path for one in carrying if one.words}
    unread = [one for one in bare if one.blob and one.path not in quoted]
    lines = dict(read_lines(git, unread, {path: one.lines for path, one in placed.items()})) if unread else {}
    return tuple(
        replace(one, patch_id=patches.get(one.commit, "") if one.apart else "", lines=lines.get(one, ()))
        for one in bare
    )


def _of_files(git: Git, placed: Mapping[str, CitationResult], at: str, base: str) -> list[Anchor]:
    """A file that the base has just so hangs on the commit that wrote it there, another one on that of `at`."""
    here = {path: one.blob for path, one in placed.items()}
    if any(one.commit != at for one in placed.values()):
        here = blobs_at(git, at, placed)
    there = here if base == at else blobs_at(git, base, placed) if base else {}
    apart = {path for path, blob in here.items() if there.get(path) != blob}
    writers = last_writers(git, base or at, sorted(here.keys() - apart)) | last_writers(git, at, sorted(apart))
    return [
        Anchor(
            commit=writers[path][0],
            patch_id="",
            path=path,
            blob=here[path],
            made_at=writers[path][1],
            apart=path in apart,
        )
        for path in sorted(here)
        if path in writers
    ]


def _of_commits(git: Git, carrying: Iterable[CitationResult], base: str) -> list[Anchor]:
    """A cited commit, with the files that it brought."""
    cited = existing_commits(git, {one.commit for one in carrying if one.kind is CitationKind.COMMIT and one.commit})
    away = unreachable(git, cited, base) if base else cited
    made = commit_dates(git, cited)
    found = []
    for commit in sorted(cited):
        files = sorted(_brought(git, commit, base if commit in away else "").items())[:MOST_PATHS] or [("", "")]
        found += [
            Anchor(commit=commit, patch_id="", path=path, blob=blob, made_at=made[commit], apart=commit in away)
            for path, blob in files
        ]
    return found


def _brought(git: Git, commit: str, base: str) -> dict[str, str]:
    """The files that a commit changed, with their blobs then; without those that the base has just so."""
    paths = changed_paths(git, commit)
    then, there = blobs_at(git, commit, paths), blobs_at(git, base, paths) if base else {}
    return {path: blob for path, blob in then.items() if there.get(path) != blob}


def read_lines(
    git: Git, some: Iterable[Anchor], cited: Mapping[str, tuple[int, int]]
) -> Iterator[tuple[Anchor, tuple[str, ...]]]:
    """The hashes of each anchor's lines: those cited in its file (0 for none), else those that its commit added."""
    with ObjectReader(git) as reader:
        for one in some:
            first, last = cited.get(one.path, (0, 0))
            try:
                text = _text(reader, one.blob)
                if first:
                    yield one, known_by("\n".join(text.split("\n")[first - 1 : last]))
                    continue
                before = blobs_at(git, f"{one.commit}^", [one.path]).get(one.path)
                old = line_hashes(_text(reader, before)) if before else frozenset[str]()
                yield one, known_by(text, old)
            except GitFailed:
                continue  # too large, or not in this clone


def known_by(text: str, but: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Hashes of the lines that say something, without those of `but` and those that hold a secret."""
    fine = line_hashes(text) & line_hashes(mask(text).text)
    return tuple(sorted(fine - but)[:KEPT_LINES])


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
