"""What does the briefing cost in a large repository? session_init over 10,000 commits and 10,000 passages."""

import os
import subprocess
from pathlib import Path

import pytest

from scrubjay.app import open_app
from scrubjay.git.head import head
from scrubjay.git.process import GitEnvironment
from scrubjay.session.tasks.task import Note, SessionSave, TaskChange
from scrubjay.settings.layers import load_settings
from tests.benchmarks.figures import Size, Spent, spent
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.benchmark

SECTIONS = 8
WORDS = (
    "order", "queue", "broker", "worker", "retry", "timeout", "invoice", "payment", "gateway", "staging", "release",
    "token", "session", "cache", "index", "message", "topic", "schema", "migration", "rollback", "latency", "budget",
    "limit", "customer", "address", "carrier", "parcel", "label",
)  # fmt: skip


def history(repo: Repo, commits: int, documents: int) -> None:
    """Many commits and documents at once, by fast-import."""
    lines = ["feature done"]
    for number in range(commits):
        message = f"Change the {WORDS[number % len(WORDS)]} of part {number}"
        lines += ["commit refs/heads/main", f"committer Ada <ada@example.org> {1_700_000_000 + number * 600} +0000"]
        lines += [f"data {len(message)}", message]
        if number < documents:
            text = document(number)
            lines += [f"M 100644 inline docs/page{number}.md", f"data {len(text)}", text]
        else:
            lines += [f"M 100644 inline src/part{number % 500}.py", f"data {len(str(number))}", str(number)]
    lines.append("done")
    data = ("\n".join(lines) + "\n").encode()
    subprocess.run(
        ["git", "fast-import", "--quiet", "--done"], cwd=repo.path, input=data, check=True, timeout=PATIENCE_S
    )
    repo.git("reset", "-q", "--hard", "main")


def document(number: int) -> str:
    def sentence(start: int) -> str:
        return " ".join(WORDS[(start * 7 + n * (number % 11 + 1)) % len(WORDS)] for n in range(60)) + "."

    if number % 25 == 0:
        return f"# {number}. Keep the {WORDS[number % len(WORDS)]}\n\n## Status\n\nAccepted\n\n" + "\n\n".join(
            f"## Part {n}\n\n{sentence(n)}" for n in range(SECTIONS)
        )
    return f"# Page {number}\n\n" + "\n\n".join(f"## Part {n}\n\n{sentence(n + number)}" for n in range(SECTIONS))


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000


def test_a_briefing_in_a_large_repository(
    make_repo: object, environment: dict[str, str], tmp_path: Path, size: Size
) -> None:
    commits = size.of(10_000, 200)
    repo = make_repo("large")  # type: ignore[operator]
    history(repo, commits, size.of(1_250, 25))
    settings = load_settings(environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"})
    with open_app(settings, git_environment=GitEnvironment.of(environment), wake=lambda: None) as app:
        at = app.initialise(repo.path)
        at.documents.ingest(at.documents.view(), cause="benchmark")
        passages = at.documents.counts(at.documents.view()).passages
        repo.git("switch", "-q", "-c", "feature/retry-timeout")
        repo.commit("Begin", {"src/part1.py": "begin"})
        here = head(at.git)
        at.tasks.set(here.branch, here.commit, TaskChange("Retry the gateway after a timeout", {"goals": ["No loss"]}))
        at.tasks.note(here.branch, here.commit, Note("Exponential -> the gateway bans us", "dead_end"))
        at.tasks.save(here.branch, here.commit, SessionSave(summary="Began.", next_steps=("Measure",)))
        at.briefer.compose()
        for name, focus in (("no focus", ""), ("a focus", "payment gateway retry")):
            calls = [measured(at, focus) for _ in range(size.of(60, 2))]
            walls, own = [one.wall for one in calls], [one.cpu for one in calls]
            git = percentile([one.children for one in calls], 0.5)
            given = f"{commits:,} commits, {passages:,} passages, {name}, load {os.getloadavg()[0]:.1f}"
            result = f"{percentile(walls, 0.5):.0f} ms ({percentile(walls, 0.95):.0f} ms)"
            size.show("session_init: wall, p50 (p95)", given, result, "p95 <= 150 ms")
            size.show("session_init: own CPU, p95", f"{given}; git {git:.0f} ms", f"{percentile(own, 0.95):.0f} ms", "")


def measured(at: object, focus: str) -> Spent:
    with spent() as one:
        at.briefer.compose(focus)  # type: ignore[attr-defined]
    return one
