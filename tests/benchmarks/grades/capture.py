"""What is kept of sessions without being asked, and is it what a person would keep?"""

import json
import time
from collections.abc import Iterable, Mapping
from typing import Any

import psutil

from tests.benchmarks.figures import kill_all_of
from tests.benchmarks.grades.playing import Stage
from tests.benchmarks.grades.table import Figure, Row, figure
from tests.patience import PATIENCE_S

MOST = 5
"""Candidates of a session."""


def capture(at: Stage, sets: Mapping[str, list[dict[str, Any]]]) -> list[Row]:
    """Each session alone: a row for what should have been kept, one for each memory that nobody asked for."""
    result = []
    for session in sets["sessions"]:
        at.fresh()
        at.play([], session["session"], events=("Stop",))
        settle(at)
        lines = [json.loads(line) for line in at.program("export").splitlines()]
        texts = [str(line["memory"]["content"]) for line in lines if "memory" in line]
        wanted = {keep["gist"]: [text for text in texts if holds(text, keep["words"])] for keep in session["keep"]}
        for gist, those in wanted.items():
            result.append(_row(at, session["id"], "wanted", bool(those), gist, " · ".join(those)))
        useful = {text for those in wanted.values() for text in those}
        result += [
            _row(at, session["id"], "useful" if text in useful else "junk", text in useful, text) for text in texts
        ]
        result.append(_row(at, session["id"], "session", len(texts) <= MOST, f"{len(texts)} kept"))
    return result


def holds(text: str, words: Iterable[str]) -> bool:
    """Whether a memory holds all of some words."""
    return all(word.lower() in text.lower() for word in words)


def settle(at: Stage) -> None:
    """Wait until the worker is gone, as it is when it has nothing more to do; after PATIENCE_S end it."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and _working(at):
        time.sleep(1)
    kill_all_of(at.home)


def _working(at: Stage) -> bool:
    for process in psutil.process_iter(["cmdline", "cwd"]):
        if "scrubjay.operations.jobs.worker" in (process.info["cmdline"] or []) and process.info["cwd"] == str(at.home):
            return True
    return False


def _row(at: Stage, id: str, kind: str, good: bool, claim: str, said: str = "") -> Row:
    return Row(
        question=id, repository=at.name, id=id, kind=kind, outcome="", grade="", good=good, claim=claim, said=said
    )


def summary(rows: Iterable[Row]) -> list[Figure]:
    """Useful and junk a session: their shares may be above 1, as a session has several."""
    every = list(rows)
    sessions = sum(row.kind == "session" for row in every)

    def a_session(kind: str) -> int:
        return sum(row.kind == kind for row in every)

    return [
        figure("kept without being asked, of what should be", [r for r in every if r.kind == "wanted"], _good),
        Figure("  … useful a session", a_session("useful"), sessions, 1.5),
        Figure("  … junk a session", a_session("junk"), sessions, 0.3, most=True),
        figure("  … sessions with more than five", [r for r in every if r.kind == "session"], _bad, 0, most=True),
    ]


def _good(row: Row) -> bool:
    return bool(row.good)


def _bad(row: Row) -> bool:
    return not row.good
