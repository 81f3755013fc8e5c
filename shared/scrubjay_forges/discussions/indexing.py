"""Makes kept texts searchable: cut into passages outside of any transaction, then written where nothing moved.

A bot answers nobody: it thanks, counts and closes without reading. Forges call it x[bot], x-bot or project_1_bot_2.
"""

import json
from collections.abc import Iterable, Mapping, Sequence

from scrubjay.knowledge.chunking import PASSAGE_TOKENS, Chunk, TokenCounter, chunk
from scrubjay.knowledge.index import store as index
from scrubjay.knowledge.index.generation import bump
from scrubjay.model.frozen import replace
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row
from scrubjay_forges.discussions.rows import Q, answer, name_of, title_of
from scrubjay_forges.discussions.said import WITHHELD, indexed

BATCH = 200

PLACE_TOKENS = 32
"""Tokens that are left for a path and line before each passage of a comment on lines."""


def index_texts(database: Database, chunker: str, counter: TokenCounter, now: str) -> int:
    """Make new texts searchable; returns how many there were. Texts that change meanwhile wait for the next run."""
    done = after = 0
    while rows := database.read(lambda c, after=after: _waiting(c, after)):  # type: ignore[misc]
        after = rows[-1]["id"]
        prepared = [(row, *_pieces(row, counter)) for row in rows]
        done += database.write(lambda c, prepared=prepared: _write_entries(c, prepared, chunker, now))  # type: ignore[misc]
    return done


def forget_entries(connection: Connection) -> None:
    """Mark all texts as not indexed, as in a repaired database, which has no entries."""
    connection.execute(Q.no_entries)


def drop_stale(connection: Connection, chunker: str) -> None:
    """Mark texts as not indexed whose entry is gone, or was cut otherwise than it would be now."""
    connection.execute(Q.lost)
    rows = connection.execute(Q.stale, {"chunker": chunker}).fetchall()
    if rows:
        index.remove(connection, [row["content"] for row in rows])
        connection.execute(Q.lost)
        bump(connection)


def _waiting(connection: Connection, after: int) -> list[Row]:
    """The next texts that aren't indexed, after an id."""
    return list(connection.execute(Q.unindexed, {"after": after, "limit": BATCH}).fetchall())


def _pieces(row: Row, counter: TokenCounter) -> tuple[str, tuple[Chunk, ...]]:
    """The text that is indexed of a row, and its passages; a comment on lines begins with their place.

    A discussion that was opened without words is found by its title.
    """
    text = indexed(row["text"])
    if not text and row["role"] == "opening" and title_of(row) != WITHHELD:
        text = row["title"]
    if not text:
        return "", ()
    if not row["path"]:
        return text, chunk(text, "markdown", counter=counter, max_tokens=PASSAGE_TOKENS).passages
    place = f"{row['path']}:{row['line']}" if row["line"] else row["path"]
    passages = chunk(text, "markdown", counter=counter, max_tokens=PASSAGE_TOKENS - PLACE_TOKENS).passages
    return text, tuple(replace(piece, heading=(place, *piece.heading)) for piece in passages)


def _write_entries(
    connection: Connection, prepared: list[tuple[Row, str, tuple[Chunk, ...]]], chunker: str, now: str
) -> int:
    """Store the entries of prepared texts, without those that changed meanwhile; returns how many are stored."""
    done = 0
    for row, text, pieces in prepared:
        as_read = {name: row[name] for name in ("id", "text", "title", "kind", "instructs")}
        if connection.execute(Q.still, as_read).fetchone() is None:
            continue
        content = _add_entry(connection, row, text, pieces, chunker, now) if pieces else 0
        connection.execute(Q.set_content, {"id": row["id"], "content": content})
        done += bool(content)
    if done:
        bump(connection)
    return done


def _add_entry(connection: Connection, row: Row, text: str, pieces: tuple[Chunk, ...], chunker: str, now: str) -> int:
    """Store a text's entry with its passages, in place of an older one; returns its id."""
    entry = index.Content(
        blob=f"{row['name']}/{row['key']}",
        format=row["kind"],
        chunker=chunker,
        title=title_of(row),
        text=text,
        size=len(text.encode()),
        masked=row["masked"],
        read_at=now,
        changed_at=row["created_at"],
        changed_commit="said",
    )
    if (stale := index.find(connection, entry.blob, entry.format, entry.chunker)) is not None:
        index.remove(connection, [stale["id"]])
    return index.add(connection, entry, pieces) or 0


MembersOf = Mapping[str, Sequence[str]]
"""Logins that the user's settings name, by repository as HOST/OWNER/NAME."""


def apply_members(database: Database, members: MembersOf) -> bool:
    """Count as members whom the settings name now; returns whether that changed."""
    wanted = {name.lower(): kept_logins(logins) for name, logins in members.items()}

    def changed(connection: Connection) -> list[dict[str, object]]:
        rows = connection.execute(Q.members_held).fetchall()
        pairs = [(row, wanted.get(row["name"].lower(), kept_logins(()))) for row in rows]
        return [{"repository": row["id"], "members": now} for row, now in pairs if now != row["members"]]

    def write(connection: Connection) -> bool:
        repositories = changed(connection)
        for params in repositories:
            connection.execute(Q.hold_members, params)
            _count_members(connection, params)
        if repositories:
            bump(connection)
        return bool(repositories)

    return bool(database.read(changed)) and database.write(write)


def tell_members(connection: Connection, of: Row, logins: Iterable[str]) -> None:
    """Count as members whom the forge names now, also for texts that it gave before."""
    params = {"repository": of["id"], "told": json.dumps(sorted(logins))}
    connection.execute(Q.hold_told_members, params)
    connection.execute(Q.tell_members, params)
    _count_members(connection, {"repository": of["id"], "members": of["members"] or kept_logins(())})
    bump(connection)


def _count_members(connection: Connection, params: Mapping[str, object]) -> None:
    """Mark the texts of a repository that members wrote or answered."""
    connection.execute(Q.count_members, params)
    names = {name_of(row) for row in connection.execute(Q.names_of_texts, params).fetchall()}
    answer(connection, int(str(params["repository"])), names)


def kept_logins(logins: Iterable[str]) -> str:
    """Logins as they are kept: forges tell none apart by capitals."""
    return json.dumps(sorted({login.lower() for login in logins}))
