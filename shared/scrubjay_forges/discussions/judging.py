"""Has a model read what outsiders wrote: outside of any transaction, written where nothing moved."""

from collections.abc import Callable, Sequence
from typing import Final

from scrubjay.extensions.kinds.content import Embedder
from scrubjay.inference.embedding.probe import load, reading_model
from scrubjay.knowledge.index.generation import bump
from scrubjay.memory.grounding.injection import OUTSIDE, READER, find_instruction, find_marks, windows
from scrubjay.model.frozen import dataclass
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row
from scrubjay_forges.discussions.rows import Q, unindex
from scrubjay_forges.discussions.said import Keeping

BATCH: Final = 50
"""Texts between two moments at which it makes way: about a second of work."""


@dataclass(frozen=True, slots=True)
class TextJudge:
    """Judges texts: `version` changes with its judgments, `instructs` is the sentence that instructs, else empty."""

    version: str
    instructs: Callable[[str], str]

    def lacks_any(self, database: Database) -> bool:
        """Whether any text isn't judged yet."""
        params = {"judge": self.version, "limit": 1}

        def find(connection: Connection) -> bool:
            return any(connection.execute(sql, params).fetchone() for sql in (Q.unjudged_heads, Q.unjudged_parts))

        return database.read(find)


@dataclass(frozen=True, slots=True)
class JudgedTexts:
    """How many texts and titles were judged, how many of them instruct their reader, and whether any are left."""

    read: int = 0
    flagged: int = 0
    left: bool = False


def judge_texts(database: Database, judge: TextJudge, *, stop: Callable[[], bool]) -> JudgedTexts:
    """Judge all texts that this judge didn't; `stop` is asked after each batch. Raises ModelUnavailable."""
    read = flagged = 0
    for waiting, write in ((Q.unjudged_heads, _write_head), (Q.unjudged_parts, _write_part)):
        params = {"judge": judge.version, "limit": BATCH}
        while rows := database.read(lambda c, sql=waiting, params=params: c.execute(sql, params).fetchall()):  # type: ignore[misc]
            said = [_judged_row(row, judge) for row in rows]
            database.write(lambda c, said=said, write=write: _write_judgments(c, said, write))  # type: ignore[misc]
            read += len(said)
            flagged += sum(bool(one["instructs"]) for one in said)
            if stop():
                return JudgedTexts(read, flagged, left=True)
    return JudgedTexts(read, flagged)


def _judged_row(row: Row, judge: TextJudge) -> dict[str, object]:
    """The row of a text with this judge's judgment."""
    said = judge.instructs(row["text"])
    return {**dict(row), "judge": judge.version, "instructs": said}


def _write_judgments(
    connection: Connection,
    said: Sequence[dict[str, object]],
    write: Callable[[Connection, dict[str, object]], None],
) -> None:
    """Store judgments by a function that stores one."""
    for one in said:
        write(connection, one)
    bump(connection)


def _write_part(connection: Connection, said: dict[str, object]) -> None:
    """Store the judgment of a text."""
    connection.execute(Q.judge_part, said)


def _write_head(connection: Connection, said: dict[str, object]) -> None:
    """Store the judgment of a title; where it changed, the entries of all texts below it are made again."""
    if connection.execute(Q.judge_head, said).rowcount and bool(said["instructs"]) != said["withheld"]:
        unindex(connection, connection.execute(Q.parts_of_head, {"id": said["id"]}).fetchall())


def text_keeping(settings: Settings) -> Keeping:
    """The rules by which texts are kept, from the settings."""
    return Keeping(personal=settings.privacy.personal, allowed=settings.privacy.allow, suspect=_what_instructs)


def text_judge(embedder: Embedder | None) -> TextJudge:
    """The judge of what outsiders wrote, a model that is loaded with the first text; None without a model."""

    def instructs(text: str) -> str:
        model = reading_model(embedder)
        flags = (flag for part in windows(text) for flag in find_instruction(part, model, OUTSIDE))
        return next((f"{flag.technique}: {flag.words}" for flag in flags), "")

    return TextJudge(f"{load(READER).rows[:12]} {OUTSIDE}", instructs)


def _what_instructs(text: str) -> str:
    """The first words of a text that have a mark of an instruction, and which; empty where there are none."""
    return next((f"{flag.technique}: {flag.words}" for part in windows(text) for flag in find_marks(part)), "")
