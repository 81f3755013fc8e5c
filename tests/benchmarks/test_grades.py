"""Does the program that measures the grades work? Its table over sets of a few rows and a repository made here.

The sets that it is meant for are others': `python -m tests.benchmarks.grades --data FOLDER`.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.benchmarks.figures import Size
from tests.benchmarks.grades.__main__ import main
from tests.conftest import Repo

pytestmark = pytest.mark.benchmark

SESSION = "30a348cb-4b13-4217-a517-4d741d63fe9c"
ADR = "# 1. Pool\n\n## Status\n\nAccepted\n\n## Decision\n\nThe pool keeps 40 connections open.\n"


def transcript(*messages: tuple[str, object]) -> str:
    """A session as the client writes it."""
    lines, before = [], None
    for number, (kind, content) in enumerate(messages):
        typed = {"promptSource": "typed", "origin": {"kind": "human"}} if isinstance(content, str) else {}
        record = {
            "parentUuid": before, "isSidechain": False, "entrypoint": "cli", "cwd": "{{REPO}}", "sessionId": SESSION,
            "type": kind, "uuid": f"u-{number}", "timestamp": f"{{{{DAY}}}}T09:00:0{number}.000Z",
            "message": {"role": kind, "content": content}, **typed,
        }  # fmt: skip
        lines.append(json.dumps(record, separators=(",", ":")) + "\n")
        before = f"u-{number}"
    return "".join(lines)


def test_the_table_of_a_few_rows(
    make_repo: Callable[..., Repo],
    size: Size,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SCRUBJAY_EMBEDDING_PROVIDER", "none")
    repo, folder = make_repo("one"), tmp_path / "data" / "one"
    repo.commit("Decide on a pool", {"docs/adr/0001-pool.md": ADR})
    (folder / "sessions").mkdir(parents=True)
    repo.git("clone", "-q", "--bare", str(repo.path), str(folder / "repo.git"))
    call = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": "bin/measure"}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "the queue drains in 12 seconds"}
    said = transcript(("user", "How fast is it?"), ("assistant", [call]), ("user", [result]))
    (folder / "sessions" / "one.jsonl").write_text(said)
    place = {"claim": "The pool keeps 40 connections open.", "place": "docs/adr/0001-pool.md:9"}
    false = {"claim": "The pool keeps 50 connections open.", "trick": "figure", "place": place["place"]}
    seen = {
        "claim": "The queue never takes longer than 12 seconds.",
        "quote": result["content"],
        "session": "sessions/one.jsonl",
        "trick": "always",
    }
    sets = {"copied": place, "false": false, "readings": seen}
    for name, row in sets.items():
        (folder / f"{name}.jsonl").write_text(json.dumps(row | {"id": name}) + "\n")
    only = [word for name in sets for word in ("--only", name)]
    results = tmp_path / "results.jsonl"
    main(["--data", str(folder.parent), *only, "--results", str(results)])
    table = capsys.readouterr().out
    assert "| copied sentences: quoted | 1 of 1 | 1.000 | >= 0.9 | yes |" in table
    assert "| false claims: told or quoted | 0 of 1 | 0.000 | <= 0 | yes |" in table
    assert "| false readings of what was printed: told or quoted | 0 of 1 | 0.000 | <= 0 | yes |" in table
    grades = {row["set"]: row["grade"] for row in map(json.loads, results.read_text().splitlines())}
    assert grades == {"copied": "quoted", "false": "said", "readings": "said"}
