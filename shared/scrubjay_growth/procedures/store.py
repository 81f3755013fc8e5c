"""Store of the commands that sessions ran, and of the procedures learned from them, in a session.db."""

import json
import shlex
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from scrubjay.memory.transcript.session import UNRECORDED, Call, Does, RecordedSession, ToolResult
from scrubjay.memory.transcript.shell import parse
from scrubjay.model.frozen import dataclass, from_row
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row, load
from scrubjay_growth.procedures.learned import Procedure
from scrubjay_growth.procedures.outcome import Tried
from scrubjay_growth.procedures.runs import OK, CommandRun, SessionRuns

LONGEST: Final = 400
"""Characters of a command; a longer one is a program."""

MOST: Final = 400
"""Commands of a session, the last ones."""

Mask = Callable[[str], str]
"""A text without secrets."""


@dataclass(frozen=True, slots=True)
class RunRow:
    """A command as it is kept: its words in one masked text, when it was, how it ended, and below which folder."""

    at: str
    command: str
    status: str
    folder: str = ""


def rows_of(session: RecordedSession, mask: Mask) -> tuple[RunRow, ...]:
    """The simple commands of a session in their order."""
    rows = [
        RunRow(event.occurred_at, text, status, call.folder)
        for _, event, call, answer in session.answers()
        if call.does is Does.RUNS
        for text, status in _commands(call, answer, mask)
    ]
    return tuple(rows[-MOST:])


def _commands(call: Call, answer: ToolResult, mask: Mask) -> Iterator[tuple[str, str]]:
    """The simple commands of a call, each with its own status."""
    return commands_of(call.command, answer.status, mask)


def commands_of(line: str, status: str, mask: Mask) -> Iterator[tuple[str, str]]:
    """The simple commands of a line of shell, each with its own status as far as the line's tells it.

    Of several joined by `&&` each one worked where all did; else any may have failed. What is behind `;` tells nothing
    of what is before it, nor a pipe's end of its beginning. To change the folder is no step.
    """
    parsed = parse(line)
    if parsed is None or parsed.fed:
        return
    for place, words in enumerate(parsed.commands):
        is_last = place == len(parsed.joins) and "&" not in parsed.joins[-1:]
        known = not parsed.joins or (status == OK and set(parsed.joins[place:]) <= {"&&"})
        own = status if known and (is_last or status == OK) else UNRECORDED
        text = mask(shlex.join(map(printable, words)))
        if words[0] != "cd" and len(text) <= LONGEST and words_of(text):
            yield text, own


def words_of(command: str) -> tuple[str, ...]:
    """The words of a command as it is kept; none where masking left no command."""
    try:
        return tuple(shlex.split(command))
    except ValueError:
        return ()


def printable(word: str) -> str:
    """A word in one line, without characters that steer a terminal or hide others."""
    spaced = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in word)
    return "".join(c for c in spaced if unicodedata.category(c) not in ("Cf", "Cs", "Co", "Cn"))


Q = load(__package__)

KEPT: Final = 500
"""Sessions whose commands are kept, those that ran something last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcedureRow:
    """A procedure with its memory's id. `generation`: how often it was demoted; `demoted_at`: empty while it holds."""

    id: str
    memory: str
    procedure: Procedure
    generation: int
    learned_at: str
    demoted_at: str


class ProcedureStore:
    """Commands and procedures of one project."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, session: str, rows: Sequence[RunRow]) -> None:
        """Store what a session ran, in place of what was stored of it before."""

        def work(connection: Connection) -> None:
            connection.execute(Q.drop_runs, {"session": session})
            connection.executemany(
                Q.add_run,
                [
                    {"session": session, "place": place, "at": row.at, "command": row.command, "status": row.status,
                     "folder": row.folder}
                    for place, row in enumerate(rows)
                ],
            )  # fmt: skip
            connection.execute(Q.drop_old_runs, {"kept": KEPT})

        self._database.write(work)

    def forget(self, session: str) -> None:
        """Delete everything of a session."""

        def work(connection: Connection) -> None:
            connection.execute(Q.drop_runs, {"session": session})
            connection.execute(Q.drop_outcomes, {"session": session})

        self._database.write(work)

    def sessions(self) -> tuple[SessionRuns, ...]:
        """What sessions ran, the oldest first; nothing of quarantined ones."""
        rows, branches = self._database.read(
            lambda c: (c.execute(Q.runs).fetchall(), {row["session"]: row["branch"] for row in c.execute(Q.branches)})
        )
        return tuple(
            _session(name, list(of_one), branches.get(name, ""))
            for name, of_one in groupby(rows, lambda r: r["session"])
        )

    def procedures(self) -> tuple[ProcedureRow, ...]:
        """Everything that was learned, the newest first."""
        rows = self._database.read(lambda c: c.execute(Q.procedures).fetchall())
        return tuple(from_row(ProcedureRow, row, procedure=_procedure(row)) for row in rows)

    def tried(self) -> Mapping[str, tuple[Tried, ...]]:
        """The sessions that tried each procedure, by its id, the oldest first."""
        tried: dict[str, list[Tried]] = defaultdict(list)
        for row in self._database.read(lambda c: c.execute(Q.outcomes).fetchall()):
            tried[row["procedure"]].append(Tried(row["session"], row["at"], bool(row["succeeded"])))
        return {id: tuple(sessions) for id, sessions in tried.items()}

    def doubted(self) -> frozenset[str]:
        """The procedures that a quarantined session went through."""
        return frozenset(row["procedure"] for row in self._database.read(lambda c: c.execute(Q.doubted).fetchall()))

    def put(self, procedure: Procedure, memory: str, generation: int, at: str, tried: Iterable[Tried]) -> None:
        """Note a procedure, or that it holds again, with the sessions that tried it."""
        params = {
            "id": procedure.digest, "memory": memory, "steps": json.dumps(procedure.steps),
            "lines": json.dumps(procedure.lines), "folder": procedure.folder, "branch": procedure.branch,
            "generation": generation, "learned_at": at,
        }  # fmt: skip

        def work(connection: Connection) -> None:
            connection.execute(Q.put_procedure, params)
            _put_outcomes(connection, procedure.digest, tried)

        self._database.write(work)

    def note(self, id: str, tried: Iterable[Tried]) -> None:
        """Note how a procedure went in some sessions."""
        self._database.write(lambda c: _put_outcomes(c, id, tried))

    def demote(self, id: str, at: str) -> None:
        """Note that a procedure no longer holds."""
        self._database.write(lambda c: c.execute(Q.demote, {"id": id, "at": at}))

    def drop_words(self, id: str) -> None:
        """Drop what a procedure says, but not that it was learned once."""
        self._database.write(lambda c: c.execute(Q.drop_words, {"id": id}))


def _put_outcomes(connection: Connection, id: str, tried: Iterable[Tried]) -> None:
    """Store how a procedure went in some sessions."""
    connection.executemany(
        Q.put_outcome,
        [{"procedure": id, "session": one.session, "at": one.at, "succeeded": one.succeeded} for one in tried],
    )


def _session(name: str, rows: Sequence[Any], branch: str) -> SessionRuns:
    """The commands of a session from its rows."""
    runs = tuple(CommandRun(words_of(row["command"]), row["status"], row["folder"]) for row in rows)
    return SessionRuns(name, rows[-1]["at"], runs, branch)


def forgotten(database: Database) -> tuple[Callable[[str], None], ...]:
    """The function that deletes what a session ran."""
    return (ProcedureStore(database).forget,)


def _procedure(row: Row) -> Procedure:
    """The procedure that a row holds."""
    steps, lines = json.loads(row["steps"]), json.loads(row["lines"])
    return Procedure(tuple(map(tuple, steps)), tuple(lines), row["folder"], row["branch"])
