"""Texts that sessions were told: kept as sent, shown again, forgotten by line; bounded, and light enough for a hook."""

from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import timedelta

from scrubjay.errors import StorageError
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import dataclass
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row, load

Q = load(__package__)


SentMark = tuple[int, int]
"""How often somebody was quarantined and words were forgotten before a text is gathered."""

MAX_TEXT = 20_000
"""Characters of a text that are kept."""

FORGOTTEN = "(forgotten)"
"""Stands where a line was."""

_HEX = frozenset("0123456789abcdef")
_MARKS = "`'\"“”‘’()[]<>.,;:·…#"

_WINDOW = 12
_STEP = 8
"""A line goes that shares 19 characters with what was forgotten: every such run holds a window."""


def named_ids(text: str) -> tuple[str, ...]:
    """The first eight digits of each word that may be an id, each once."""
    words = (word.strip(_MARKS) for word in text.split() if len(word) >= 8)
    return tuple(dict.fromkeys(word[:8] for word in words if len(word) >= 8 and _HEX.issuperset(word)))


def without_forgotten(text: str, forgotten: Collection[tuple[str, str]]) -> str:
    """The text without lines that name a forgotten memory or hold a part of it; each is given as (id, content).

    An empty id stands for words that are no memory's.
    """
    lines = text.split("\n")
    flat = [_plain_text(line) for line in lines]
    gone: set[int] = set()
    for id, content in forgotten:
        needles = windows(content)
        for number, line in enumerate(flat):
            if (id and id[:8] in lines[number]) or any(needle in line for needle in needles):
                gone.add(number)
    return "\n".join(FORGOTTEN if number in gone else line for number, line in enumerate(lines))


def windows(content: str) -> tuple[str, ...]:
    """Overlapping parts of a content, by which its words are found in a text wherever it was cut."""
    flat = _plain_text(content)
    if len(flat) <= _WINDOW:
        return (flat,) if flat else ()
    return tuple(dict.fromkeys(flat[start : start + _WINDOW] for start in range(0, len(flat) - _WINDOW + 1, _STEP)))


def _plain_text(text: str) -> str:
    """A text in lower case with each run of blanks as one space."""
    return " ".join(text.casefold().split())


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
    """A text that a session is being told. `channel`: session_init, start, compaction, hint or command."""

    session: str
    worktree: str
    channel: str
    text: str
    client: str = ""


def mark(connection: Connection) -> SentMark:
    """The counts of quarantines and deletions before a text is gathered; later ones make `keep` drop the text."""
    row = connection.execute(Q.sent_mark).fetchone()
    return row["quarantines"], row["forgotten"]


def keep(connection: Connection, telling: Telling, at: str, since: SentMark) -> None:
    """Record, within a transaction, a text that a session is told."""
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
    if kept["texts"] > MAX_OF_SESSION:
        connection.execute(Q.drop_sent_of_session, {"session": telling.session, "kept": MAX_OF_SESSION})
    if kept["id"] % COUNTED_EVERY == 0:
        connection.execute(Q.drop_sent_beyond, {"bytes": MAX_BYTES})


def packed(text: str) -> bytes:
    """A text as stored bytes, compressed if it is long."""
    data = text.encode("utf-8", "surrogatepass")
    if len(data) < COMPRESSED_FROM:
        return b"\0" + data
    import zlib

    return zlib.compress(data, 1)


def unpacked(data: bytes) -> str:
    """The text in stored bytes."""
    if not data.startswith(b"\0"):
        import zlib

        return zlib.decompress(data).decode("utf-8", "surrogatepass")
    return data[1:].decode("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True, kw_only=True)
class SentText:
    """A text that a session was told. `withheld`: it may hold a quarantined session's words, and is left empty."""

    session: str
    worktree: str
    client: str
    channel: str
    at: str
    text: str
    withheld: bool


class SentTexts:
    """Reads and writes the texts that the sessions of one project were told."""

    def __init__(self, database: Database, clock: Clock, retention_days: int) -> None:
        self._database = database
        self._clock = clock
        self._retention = timedelta(days=retention_days)

    def mark(self) -> SentMark:
        """The counts of quarantines and deletions before a text is gathered."""
        return self._database.read(mark)

    def keep(self, telling: Telling, since: SentMark, besides: Callable[[Connection], None] = lambda _: None) -> None:
        """Record a text that a session is told, and run `besides` with it; failures are ignored."""

        def put(connection: Connection) -> None:
            besides(connection)
            keep(connection, telling, iso(self._clock()), since)

        with suppress(StorageError):
            self._database.write(put)

    def told(self, session: str) -> tuple[SentText, ...]:
        """The texts that a session and its sub-agents were told, in order."""
        params = {"session": session, "limit": 4 * MAX_OF_SESSION}
        return tuple(self._database.read(lambda c: [_text_of_row(row) for row in c.execute(Q.sent_to, params)]))

    def session_at(self, until: str) -> tuple[str, str] | None:
        """The session that was last told something up to a moment, and when; None for none."""
        params = {"until": until, "since": until[:10]}
        row = self._database.read(lambda c: c.execute(Q.sent_until, params).fetchone())
        return None if row is None else (row["session"], row["at"])

    def last_day(self) -> str:
        """The last day on which a session was told something; empty for none."""
        return str(self._database.read(lambda c: c.execute(Q.last_sent).fetchone()["at"]))[:10]

    def naming(self, memory: str, limit: int = 100) -> tuple[tuple[str, str, str], ...]:
        """The sessions that were told of a memory, each with channel and time, the newest first."""
        params = {"id": memory[:8], "limit": limit}
        rows = self._database.read(lambda c: c.execute(Q.sent_naming, params).fetchall())
        return tuple((row["session"], row["channel"], row["at"]) for row in rows)

    def expire(self) -> None:
        """Delete the texts that are older than the retention."""
        before = {"before": iso(self._clock() - self._retention)}
        self._database.write(lambda c: c.execute(Q.drop_sent_before, before))


def forget_words(connection: Connection, forgotten: Collection[tuple[str, str]]) -> None:
    """Remove, within a transaction, lines with forgotten memories, each as (id, content), from all sent texts.

    Without any named all texts go, since any may repeat what was forgotten.
    """
    connection.execute(Q.bump_forgotten)
    if not forgotten:
        connection.execute(Q.clear_sent)
        return
    for row in connection.execute(Q.every_sent).fetchall():
        text = unpacked(row["text"])
        left = without_forgotten(text, forgotten)
        if left != text:
            ids = "".join(f" {id}" for id in named_ids(left))
            connection.execute(Q.rewrite_sent, {"id": row["id"], "text": packed(left), "ids": ids})


def _text_of_row(row: Row) -> SentText:
    """The sent text in a row."""
    text = "" if row["withheld"] else unpacked(row["text"])
    return SentText(
        session=row["session"],
        worktree=row["worktree"],
        client=row["client"],
        channel=row["channel"],
        at=row["at"],
        text=text,
        withheld=bool(row["withheld"]),
    )
