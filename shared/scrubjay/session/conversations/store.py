"""Store of turns: their rows and their index entries."""

import hashlib
from collections.abc import Iterable, Sequence

from scrubjay.knowledge.chunking import PASSAGE_TOKENS, Chunk, TokenCounter, chunk
from scrubjay.knowledge.chunking.chunk import CHARACTERS_A_TOKEN, SPECIAL_TOKENS
from scrubjay.knowledge.index import store as index
from scrubjay.knowledge.index.generation import bump, show
from scrubjay.model.frozen import dataclass
from scrubjay.privacy.personal.policy import Personal, masked_turn
from scrubjay.privacy.secrets.masking import mask
from scrubjay.session.conversations.model import (
    MAX_TOOL,
    MAX_TURN,
    TOOL,
    ImportReport,
    Title,
    Turn,
    cut_pastes,
    keep_ends,
    with_margin,
)
from scrubjay.storage.driver import Connection, Row, load

Q = load(__package__)

CHUNKER = "turn-1"
TURNS, SESSIONS = "turns", "sessions"
"""The searchable kinds: keys of the two views."""
MAX_TITLE = 200
ONE_PASSAGE = PASSAGE_TOKENS - SPECIAL_TOKENS
OPENING_TURNS = 40
OPENING_CHARACTERS = 200
"""Characters of each of a session's first turns that its own index entry holds."""


@dataclass(frozen=True, slots=True)
class PreparedTurn:
    """A turn ready to store: masked, cut, and split into passages."""

    turn: Turn
    text: str
    pieces: tuple[Chunk, ...]
    masked: int


def prepare(turns: Sequence[Turn], counter: TokenCounter, personal: Personal = "auto") -> list[PreparedTurn]:
    """Mask turns, cut each to its limit, and split it into passages of `speaker: text`."""
    texts = [_stored_text(turn, personal) for turn in turns]
    bodies = [_with_speaker(turn, text) for turn, (text, _) in zip(turns, texts, strict=True)]
    counts = counter.count(bodies)
    return [
        PreparedTurn(turn, text, _pieces(body, tokens, counter), masked)
        for turn, (text, masked), body, tokens in zip(turns, texts, bodies, counts, strict=True)
    ]


def _stored_text(turn: Turn, personal: Personal) -> tuple[str, int]:
    """The text of a turn as it is stored, masked and cut, and how many of its lines are masked."""
    most = MAX_TOOL if turn.role == TOOL else MAX_TURN
    masked = mask(with_margin(turn.text, most))
    text = masked_turn(masked.text, personal)
    return keep_ends(text if turn.role == TOOL else cut_pastes(text), most), masked.lines


def _with_speaker(turn: Turn, text: str) -> str:
    """A text behind the turn's speaker, as in `Dana: Hello`."""
    return f"{turn.speaker or turn.role}: {text}"


def _pieces(body: str, tokens: int, counter: TokenCounter) -> tuple[Chunk, ...]:
    """The passages of a turn; chunking is left out for the many turns that are one passage."""
    if tokens <= ONE_PASSAGE and len(body) <= ONE_PASSAGE * CHARACTERS_A_TOKEN:
        return (Chunk(0, (), 1, body.count("\n") + 1, body, tokens),)
    return chunk(body, "text", counter=counter, max_tokens=PASSAGE_TOKENS).passages


def add(
    connection: Connection, client: str, batch: Sequence[PreparedTurn], now: str, before: str, *, unique: bool
) -> ImportReport:
    """Store a batch inside a write transaction; a turn that is there already stays unchanged.

    `unique`: the turns' keys are unique over all sessions, so that a resumed session's copies are recognised. Turns
    older than `before` are omitted; with it empty, retention counts from now.
    """
    existing = old = forgotten = added = masked = 0
    new: set[str] = set()
    spans: dict[str, list[PreparedTurn]] = {}
    for item in batch:
        spans.setdefault(item.turn.session, []).append(item)
    for session, ones in spans.items():
        if connection.execute(Q.is_forgotten, {"digest": session_digest(session)}).fetchone():
            forgotten += len(ones)
            continue
        recent = [item for item in ones if not before or not item.turn.said_at or item.turn.said_at >= before]
        old += len(ones) - len(recent)
        row = connection.execute(Q.find_conversation, {"session": session}).fetchone()
        fresh = [item for item in recent if not _is_known(connection, row["id"] if row else 0, item.turn.key, unique)]
        existing += len(recent) - len(fresh)
        if not fresh:
            continue
        if row is None:
            new.add(session)
            row = connection.execute(Q.add_conversation, {"session": session, "client": client}).fetchone()
        done = _add_turns(connection, int(row["id"]), session, fresh, now)
        existing += len(fresh) - done
        added += done
        masked += sum(item.masked for item in fresh)
        moments = sorted(item.turn.said_at for item in fresh if item.turn.said_at)
        first, last = (moments[0], moments[-1]) if moments else ("", "")
        moved = {"id": row["id"], "first": first, "last": last, "kept_from": (before and last) or now}
        connection.execute(Q.move_conversation, moved)
    if added:
        bump(connection)
    return ImportReport(sessions=len(new), turns=added, existing=existing, masked=masked, old=old, forgotten=forgotten)


def preview_add(connection: Connection, turns: Sequence[Turn], before: str, *, unique: bool) -> ImportReport:
    """What `add` would return, without writing; sessions and masked lines are not counted."""
    existing = old = forgotten = new = 0
    for turn in turns:
        row = connection.execute(Q.find_conversation, {"session": turn.session}).fetchone()
        if connection.execute(Q.is_forgotten, {"digest": session_digest(turn.session)}).fetchone():
            forgotten += 1
        elif before and turn.said_at and turn.said_at < before:
            old += 1
        elif _is_known(connection, row["id"] if row else 0, turn.key, unique):
            existing += 1
        else:
            new += 1
    return ImportReport(turns=new, existing=existing, old=old, forgotten=forgotten)


def _is_known(connection: Connection, conversation: int, key: str, unique: bool) -> bool:
    """Whether a turn with this key is stored, in this conversation or, if keys are unique, anywhere."""
    params = {"conversation": conversation, "key": key, "anywhere": unique}
    return connection.execute(Q.known_key, params).fetchone() is not None


def _add_turns(connection: Connection, conversation: int, session: str, fresh: Iterable[PreparedTurn], now: str) -> int:
    """Store new turns of a conversation; returns how many."""
    (number,) = connection.execute(Q.next_number, {"conversation": conversation}).fetchone()
    keys: set[str] = set()
    for item in fresh:
        turn = item.turn
        if turn.key in keys:
            continue
        keys.add(turn.key)
        place = turn.number if turn.number >= 0 else number
        number = max(number, place + 1)
        speaker = turn.speaker or turn.role
        body = _with_speaker(turn, item.text)
        blob = f"{session}#{turn.key}"
        content = _index(
            connection,
            _entry(blob, "turn", body, changed_at=turn.said_at, now=now, masked=item.masked),
            item.pieces,
        )
        connection.execute(
            Q.add_turn,
            {
                "conversation": conversation, "number": place, "key": turn.key, "role": turn.role,
                "speaker": speaker, "at": turn.said_at, "text": item.text, "content": content,
            },
        )  # fmt: skip
    return len(keys)


def _entry(
    blob: str, format: str, body: str, *, changed_at: str, now: str, title: str = "", masked: int = 0
) -> index.Content:
    """The index entry of a turn, or of a session as a whole."""
    return index.Content(
        blob=blob,
        format=format,
        chunker=CHUNKER,
        title=title,
        text=body,
        size=len(body),
        masked=masked,
        lines=1,
        read_at=now,
        changed_at=changed_at,
        changed_commit="said",
    )


def _index(connection: Connection, entry: index.Content, pieces: Iterable[Chunk]) -> int:
    """Index an entry; returns its id, whether it is new or there already."""
    added = index.add(connection, entry, pieces)
    if added is not None:
        return added
    row = index.find(connection, entry.blob, entry.format, entry.chunker)
    return int(row["id"]) if row else 0


def set_title(connection: Connection, title: Title, personal: Personal = "auto") -> bool:
    """Set a session's title; False where there is no such session, or the title was given to another."""
    row = connection.execute(Q.find_conversation, {"session": title.session}).fetchone()
    if row is None or (title.leaf and not _is_known(connection, row["id"], title.leaf, unique=False)):
        return False
    text = " ".join(masked_turn(mask(title.text[: 4 * MAX_TITLE]).text, personal).split())[:MAX_TITLE]
    connection.execute(Q.name_conversation, {"id": row["id"], "title": text, "rank": title.rank})
    return True


def index_session(connection: Connection, session: str, counter: TokenCounter, now: str) -> None:
    """Index a session as a whole again: by its title and the beginnings of its first turns. A missing title is made."""
    row = connection.execute(Q.find_conversation, {"session": session}).fetchone()
    if row is None:
        return
    params = {"conversation": row["id"], "most": OPENING_CHARACTERS, "limit": OPENING_TURNS}
    openings = [" ".join(entry["text"].split()) for entry in connection.execute(Q.opening, params)]
    if openings:
        set_title(connection, Title(session, openings[0], 0))
    called = connection.execute(Q.read_conversation, {"id": row["id"]}).fetchone()
    old = connection.execute(Q.session_content, {"session": session}).fetchall()
    index.remove(connection, [entry["id"] for entry in old])
    body = "\n".join([called["title"], *openings])
    pieces = chunk(body, "text", counter=counter, max_tokens=PASSAGE_TOKENS).passages
    entry = _entry(session, "session", body, title=called["title"], changed_at=called["last_at"], now=now)
    _index(connection, entry, pieces)
    bump(connection)


def delete_session(connection: Connection, conversation: int) -> None:
    """Delete a session: turns, passages, full text and vectors."""
    contents = [row["id"] for row in connection.execute(Q.contents_of_conversation, {"id": conversation}).fetchall()]
    index.remove(connection, contents)
    connection.execute(Q.drop_conversation, {"id": conversation})
    bump(connection)


def session_digest(session: str) -> str:
    """The digest that stays of a deleted session's id, so that it isn't imported again."""
    return hashlib.sha256(session.encode("utf-8", "replace")).hexdigest()


def visible(connection: Connection, key: str) -> int:
    """Fill `temp.visible` with all turns, or for SESSIONS with all sessions; returns the view's number.

    Loaded once per connection and cached until the store changes.
    """
    sql = Q.show_sessions if key == SESSIONS else Q.show_turns
    return show(connection, key, lambda number: connection.execute(sql, {"view": number}))


def turn_from_row(row: Row) -> Turn:
    """The stored turn in a row."""
    return Turn(
        session=row["session"],
        key=row["key"],
        role=row["role"],
        text=row["text"],
        said_at=row["at"],
        speaker=row["speaker"],
        number=row["number"],
    )


def drop_orphans(connection: Connection) -> None:
    """Delete index entries whose turn is gone, after a repair."""
    index.delete_rows(connection, [row["id"] for row in connection.execute(Q.unsaid).fetchall()])
