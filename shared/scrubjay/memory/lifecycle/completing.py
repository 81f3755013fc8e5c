"""What do memories of an older schema hang on? Found once, in the background, while git still has it."""

import json
from dataclasses import replace

from scrubjay.git.ancestry import existing_commits
from scrubjay.git.blame import commit_dates
from scrubjay.git.process import Git
from scrubjay.memory.store.anchors import anchors, read_lines
from scrubjay.memory.store.claim import Anchor
from scrubjay.memory.store.rows import Q, add_anchor, anchor_of, citation_of
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.evidence import CitationKind, CitationResult
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

AT_ONCE = 200


def complete(knowledge: Database, git: Git, place: WriteContext) -> int:
    """Anchor the memories of a project that cite something, and read what old anchors cite; returns how many."""
    done = 0
    after = 0
    while rows := knowledge.read(lambda c, after=after: _unanchored(c, place, after)):  # type: ignore[misc]
        existing = existing_commits(git, {commit for _, commit, _ in rows})
        made = {
            number: (commit in existing and anchors(git, citations, commit)) or _bare(citations, commit)
            for number, commit, citations in rows
        }
        knowledge.write(lambda c, made=made: _put(c, made))  # type: ignore[misc]
        done += len(rows)
        after = rows[-1][0]
    while unread := knowledge.read(_unread):
        read = dict(_read(git, unread))
        knowledge.write(lambda c, unread=unread, read=read: _put_lines(c, unread, read))  # type: ignore[misc]
        done += len(unread)
    return done


def _unanchored(
    connection: Connection, place: WriteContext, after: int
) -> list[tuple[int, str, tuple[CitationResult, ...]]]:
    rows = connection.execute(Q.unanchored, {"project": place.owner, "after": after, "limit": AT_ONCE}).fetchall()
    return [
        (
            row["number"],
            row["commit_sha"],
            tuple(
                citation_of(citation) for citation in connection.execute(Q.last_citations, {"number": row["number"]})
            ),
        )
        for row in rows
    ]


def _bare(citations: tuple[CitationResult, ...], commit: str) -> tuple[Anchor, ...]:
    """What is left to hang on where git has lost the commit: the file's blob, the kept sentences."""
    return tuple(
        Anchor(
            commit=citation.commit if citation.kind is CitationKind.COMMIT else commit,
            patch_id="",
            path=citation.path,
            blob=citation.blob,
        )
        for citation in citations
        if citation.ties and (citation.path or citation.kind is CitationKind.COMMIT)
    )


def _put(connection: Connection, made: dict[int, tuple[Anchor, ...]]) -> None:
    for number, found_anchors in made.items():
        for anchor in found_anchors:
            add_anchor(connection, number, anchor)
    connection.execute(Q.bump_generation)


def _unread(connection: Connection) -> list[tuple[int, Anchor, tuple[int, int]]]:
    rows = connection.execute(Q.unread_anchors, {"limit": AT_ONCE}).fetchall()
    return [(row["memory"], anchor_of(row), (row["start_line"], row["end_line"])) for row in rows]


def _read(git: Git, unread: list[tuple[int, Anchor, tuple[int, int]]]) -> list[tuple[Anchor, Anchor]]:
    made = commit_dates(git, existing_commits(git, {anchor.commit for _, anchor, _ in unread}))
    pairs = []
    for _, anchor, cited in unread:
        lines = dict(read_lines(git, [anchor], {anchor.path: cited})) if anchor.blob else {}
        pairs.append((anchor, replace(anchor, lines=lines.get(anchor, ()), made_at=made.get(anchor.commit, 0))))
    return pairs


def _put_lines(
    connection: Connection, unread: list[tuple[int, Anchor, tuple[int, int]]], read: dict[Anchor, Anchor]
) -> None:
    for number, anchor, _ in unread:
        now = read[anchor]
        key = {"memory": number, "commit": anchor.commit, "path": anchor.path}
        connection.execute(Q.read_anchor, {**key, "lines": json.dumps(now.lines), "made_at": now.made_at})
    connection.execute(Q.bump_generation)
