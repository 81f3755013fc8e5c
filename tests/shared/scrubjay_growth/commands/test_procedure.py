"""`scrubjay procedure`: what sessions showed, and a skill that a person publishes."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from skills_ref import validate

from scrubjay.storage.database import Database
from scrubjay_growth.procedures.store import ProcedureStore, RunRow
from tests import persons
from tests.shared.cli.conftest import Scrubjay
from tests.shared.cli.test_json import compare

pytestmark = pytest.mark.story

STEPS = ("make certs", "make tunnel --port 80{0}", "make handshake", "make report")
SKILL = "make-certs-tunnel-handshake-report"


@pytest.fixture
def learned(ready: Scrubjay, tmp_path: Path) -> str:
    """The id of a procedure of three sessions among eleven."""
    (file,) = (tmp_path / "home" / "projects").glob("*/session.db")
    with Database(file, "session") as database:
        for number in range(11):
            lines = STEPS if number < 3 else (f"vim notes/{number}.md", f"make chapter-{number}")
            rows = [RunRow(f"2026-01-{number + 10}T12:00:00Z", line.format(number), "0") for line in lines]
            ProcedureStore(database).keep(f"session-{number:02d}", rows)
    assert ready("consolidate").code == 0
    (procedure,) = json.loads(ready("procedure", "list", "--json").out)["procedures"]
    return str(procedure["id"])


def test_without_sessions_it_says_what_is_missing(ready: Scrubjay) -> None:
    assert ready("procedure", "list").out == (
        "no procedures: the commands of 0 sessions were read, and 9 are needed to compare\n"
    )


def test_a_procedure_is_listed_and_shown_with_the_sessions_that_tried_it(ready: Scrubjay, learned: str) -> None:
    for command, shown in (
        ("list", ready("procedure", "list", "--json")),
        ("show ID", ready("procedure", "show", learned, "--json")),
    ):
        compare(f"procedure {command}", shown.out)
    assert "holds" in ready("procedure", "list").out
    text = ready("procedure", "show", learned[:8]).out
    assert "  2. make tunnel --port <port>\n" in text
    assert "fill in: <port>\n" in text
    assert "- 2026-01-11 succeeded in session session-01\n" in text


def test_only_a_person_publishes_a_skill(ready: Scrubjay, learned: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for agent in (False, True):
        if agent:
            monkeypatch.setenv("CODEX_SANDBOX", "1")
        refused = ready("procedure", "publish", learned)
        assert refused.code == 2
        assert f"scrubjay procedure publish {learned}" in refused.err


def test_a_person_publishes_a_skill_that_the_validator_accepts(
    ready: Scrubjay, learned: str, magpie: Any, tmp_path: Path
) -> None:
    dry = json.loads(ready("procedure", "publish", learned, "--dry-run", "--json").out)
    branch, before = dry["branch"], magpie.git("status", "--porcelain=v2", "--branch")
    keys = [(f"Commit this on {branch}?", "y")]
    done = persons.scrubjay(ready.folder, os.environ, "procedure", "publish", learned, keys=keys)
    assert done.code == 0, done.said
    path = f".claude/skills/{SKILL}/SKILL.md"
    text = magpie.git("show", f"{branch}:{path}")
    folder = tmp_path / SKILL
    folder.mkdir()
    (folder / "SKILL.md").write_text(text, encoding="utf-8")
    assert validate(folder) == []
    assert f"<!-- Memory-Id: {learned} -->" in text
    assert f"Memory-Id: {learned}" in magpie.git("log", "-1", "--format=%B", branch)
    assert magpie.git("status", "--porcelain=v2", "--branch") == before
