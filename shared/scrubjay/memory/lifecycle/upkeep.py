"""Upkeep of memories in the background: what those of an older schema hang on, and whose time is over."""

import json
from collections.abc import Callable, Collection, Mapping
from datetime import date

from scrubjay.git.ancestry import existing_commits
from scrubjay.git.blame import commit_dates
from scrubjay.git.process import Git
from scrubjay.memory.store.anchors import anchors, read_lines
from scrubjay.memory.store.claim import Anchor
from scrubjay.memory.store.rows import Q, add_anchor, anchor_of, believe, citation_of, memories_of
from scrubjay.memory.store.scopes import Scopes
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.evidence import CitationKind, CitationResult
from scrubjay.model.frozen import replace
from scrubjay.model.grade import Grade
from scrubjay.model.lifetime import FADING_KINDS, LifetimeFacts, status_of
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row

AT_ONCE = 200


def complete(knowledge: Database, git: Git, place: WriteContext) -> int:
    """Give a project's citing memories the anchors they lack, and read old anchors' lines; returns how many."""
    done = 0
    after = 0
    while rows := knowledge.read(lambda c, after=after: _unanchored(c, place, after)):  # type: ignore[misc]
        existing = existing_commits(git, {commit for _, commit, _ in rows})
        made = {
            number: (commit in existing and anchors(git, citations, commit)) or _bare_anchors(citations, commit)
            for number, commit, citations in rows
        }
        knowledge.write(lambda c, made=made: _put_anchors(c, made))  # type: ignore[misc]
        done += len(rows)
        after = rows[-1][0]
    while unread := knowledge.read(_unread_anchors):
        read = dict(_with_lines(git, unread))
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


def _bare_anchors(citations: tuple[CitationResult, ...], commit: str) -> tuple[Anchor, ...]:
    """The anchors that are left where git has lost the commit: the file's blob, without a patch."""
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


def _put_anchors(connection: Connection, made: dict[int, tuple[Anchor, ...]]) -> None:
    for number, found_anchors in made.items():
        for anchor in found_anchors:
            add_anchor(connection, number, anchor)
    connection.execute(Q.bump_generation)


def _unread_anchors(connection: Connection) -> list[tuple[int, Anchor, tuple[int, int]]]:
    rows = connection.execute(Q.unread_anchors, {"limit": AT_ONCE}).fetchall()
    return [(row["memory"], anchor_of(row), (row["start_line"], row["end_line"])) for row in rows]


def _with_lines(git: Git, unread: list[tuple[int, Anchor, tuple[int, int]]]) -> list[tuple[Anchor, Anchor]]:
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


ENDED_AT_ONCE = 500

Grading = Callable[[Collection[str]], Mapping[str, Grade]]
"""How well some memories are grounded at the base branch."""

WHY = {
    MemoryStatus.FADED: "faded: nothing stands beside its author's word, and its time is over",
    MemoryStatus.ARCHIVED: "archived: nothing stood beside its author's word for a year",
    MemoryStatus.ACTIVE: "it was said, seen or found again",
}


def fade(memories: Scopes, scope: str, grades: Grading, stop: Callable[[], bool] = lambda: False) -> int:
    """Fade or archive memories whose lifetime is over, and revive those vouched for since; returns how many changed.

    Done once a day that the project is worked on; a day that was interrupted is done again.
    """
    if memories.reading(scope, _done_today):
        return 0
    changed = after = 0
    while rows := memories.reading(scope, lambda c, place, after=after: _ending_rows(c, place, after)):  # type: ignore[misc]
        if stop():
            return changed
        after = rows[-1]["number"]
        best = grades([row["id"] for row in rows])
        lives = {row["number"]: _lifetime_facts(row, best.get(row["id"], Grade.TOLD)) for row in rows}
        changed += memories.writing(scope, lambda c, place, lives=lives: _apply_lifetimes(c, place, lives))  # type: ignore[misc]
    memories.writing(scope, lambda c, place: c.execute(Q.add_worked, {"day": place.now[:10]}))
    return changed


def faded(connection: Connection, place: WriteContext, limit: int) -> tuple[Memory, ...]:
    """Memories whose lifetime is over and that are kept, newest first."""
    params = {"project": place.owner, "status": MemoryStatus.FADED, "author": "", "limit": limit}
    return tuple(memories_of(connection, connection.execute(Q.with_status, params).fetchall()))


def _done_today(connection: Connection, place: WriteContext) -> bool:
    return connection.execute(Q.worked_on, {"day": place.now[:10]}).fetchone() is not None


def _ending_rows(connection: Connection, place: WriteContext, after: int) -> list[Row]:
    params = {"project": place.owner, "after": after, "limit": ENDED_AT_ONCE, "kinds": json.dumps(FADING_KINDS)}
    return connection.execute(Q.mortal, params).fetchall()


def _lifetime_facts(row: Row, grade: Grade) -> LifetimeFacts:
    repeated = frozenset(_day(moment) for moment in json.loads(row["repeated"]))
    return LifetimeFacts(
        row["kind"], grade, _day(row["captured"]), repeated, _day(row["observed"]) if row["observed"] else None
    )


def _day(moment: str) -> date:
    return date.fromisoformat(moment[:10])


def _apply_lifetimes(connection: Connection, place: WriteContext, lives: Mapping[int, LifetimeFacts]) -> int:
    today = _day(place.now)
    days = [_day(row["day"]) for row in connection.execute(Q.worked)]
    worked = days if today in days else [*days, today]
    changed = 0
    for number, life in lives.items():
        status = status_of(life, worked, today)
        before = connection.execute(Q.belief_now, {"number": number}).fetchone()["status"]
        if before in (MemoryStatus.ACTIVE, MemoryStatus.FADED) and status != before:
            believe(connection, number, place.now, "scrubjay", status=status, reason=WHY[status])
            changed += 1
    return changed
