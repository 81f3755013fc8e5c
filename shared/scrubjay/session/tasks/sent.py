"""The record of what sessions are told, as it is sent; light enough for a hook, and bounded."""

from scrubjay.model.frozen import dataclass
from scrubjay.session.tasks.sent_text import MAX_TEXT, SentMark, named_ids
from scrubjay.storage.driver import Connection, load

Q = load(__package__)

MAX_OF_SESSION = 100
"""Texts kept of one session, the newest."""

MAX_BYTES = 16 * 1024 * 1024
"""Bytes kept of all sessions of a project, the newest."""

COUNTED_EVERY = 64
"""So many texts are kept until their bytes are counted again."""

COMPRESSED_FROM = 8_000
"""Bytes from which a text is compressed; importing zlib costs a hook more than it saves of most briefings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """A text that a session is told now. `channel`: session_init, start, compaction, hint or command."""

    session: str
    worktree: str
    channel: str
    text: str
    client: str = ""


def mark(connection: Connection) -> SentMark:
    """The moment before a text is gathered: what is quarantined or forgotten later isn't kept by it."""
    row = connection.execute(Q.sent_mark).fetchone()
    return row["quarantines"], row["forgotten"]


def keep(connection: Connection, telling: Telling, at: str, since: SentMark) -> None:
    """Record, within a transaction, what a session is told."""
    text = telling.text[:MAX_TEXT]
    if not telling.session or not text:
        return
    row = {
        "session": telling.session,
        "worktree": telling.worktree,
        "client": telling.client,
        "channel": telling.channel,
        "at": at,
        "text": packed(text),
        "ids": "".join(f" {id}" for id in named_ids(text)),
        "quarantines": since[0],
        "forgotten": since[1],
    }
    kept = connection.execute(Q.keep_sent, row).fetchone()
    if kept is None:
        return
    connection.execute(Q.drop_sent_of_session, {"session": telling.session, "kept": MAX_OF_SESSION})
    if kept["id"] % COUNTED_EVERY == 0:
        connection.execute(Q.drop_sent_beyond, {"bytes": MAX_BYTES})


def packed(text: str) -> bytes:
    """A text as it is stored, compressed where that is worth while."""
    data = text.encode("utf-8", "surrogatepass")
    if len(data) < COMPRESSED_FROM:
        return b"\0" + data
    import zlib

    return zlib.compress(data, 1)


def unpacked(data: bytes) -> str:
    """A stored text."""
    if not data.startswith(b"\0"):
        import zlib

        return zlib.decompress(data).decode("utf-8", "surrogatepass")
    return data[1:].decode("utf-8", "surrogatepass")
