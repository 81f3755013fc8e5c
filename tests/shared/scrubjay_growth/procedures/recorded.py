"""Twenty sessions of two invented repositories, by somebody who didn't know the code, and what is in them."""

import json
import re
from pathlib import Path
from typing import Any

from scrubjay_growth.procedures.learned import Procedure
from scrubjay_growth.procedures.runs import CommandRun, SessionRuns
from scrubjay_growth.procedures.store import commands_of, words_of

DATA = Path(__file__).parent / "data"
EXPECTED: dict[str, list[dict[str, Any]]] = json.loads((DATA / "expected.json").read_text(encoding="utf-8"))


def recorded(repo: str = "") -> list[dict[str, Any]]:
    """The sessions, of one repository or of both."""
    lines = (DATA / "sessions.jsonl").read_text(encoding="utf-8").splitlines()
    return [session for line in lines if repo in ("", (session := json.loads(line))["repo"])]


def runs_of(session: dict[str, Any]) -> SessionRuns:
    """What a session ran."""
    runs = [
        CommandRun(words_of(command), status)
        for step in session["steps"]
        if "command" in step
        for command, status in commands_of(step["command"], str(step["exit"]), str)
    ]
    return SessionRuns(session["session"], session["date"], tuple(runs))


def name_of(procedure: Procedure) -> str:
    """What the author called a procedure with exactly these steps; empty where they know none."""
    for known in EXPECTED["procedures"]:
        forms = [re.sub(r"<\w+>", ".+", re.escape(command.replace('"', ""))) for command in known["commands"]]
        forms = [re.sub(r"<\\?\w+>", ".+", form) for form in forms]
        same = len(forms) == len(procedure.lines)
        if same and all(re.fullmatch(form, line) for form, line in zip(forms, procedure.lines, strict=True)):
            return str(known["name"])
    return ""
