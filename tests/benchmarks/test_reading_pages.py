"""What do the pages of decisions, graph, audit and settings cost in a large repository? CPU milliseconds and bytes.

pytest tests/benchmarks/test_reading_pages.py -m benchmark -s
"""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from scrubjay.app import Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.identity.audit import AuditEvent, AuditWriter
from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.permit import Permit
from scrubjay.settings.layers import load_settings
from scrubjay_graph.services import GraphServices
from scrubjay_ui.application import application
from scrubjay_ui.surface import Surface, key_of
from tests.benchmarks.figures import Size, spent
from tests.conftest import Repo
from tests.fakes import HashingEmbedder

GOAL = "150 ms, 300 kB"
ROUNDS = 5

ADDRESSES = (
    "decisions", "decisions?sort=title&page=2", "decisions/10", "decisions/10?from=HEAD~1&to=HEAD",
    "graph?about=ADR-10", "graph", "audit", "audit?event=REVIEW&actor=actor3", "settings",
)  # fmt: skip


def records(count: int) -> dict[str, str | bytes]:
    """Decision records; every tenth is superseded by the fifth behind it, and each cites the one before."""
    return {f"docs/adr/{number:04}-decide.md": record(number, count) for number in range(1, count + 1)}


def record(number: int, count: int) -> str:
    status = "Accepted"
    if number % 10 == 0 and number + 5 <= count:
        status = f"Superseded by [{number + 5}]({number + 5:04}-decide.md)"
    elif number % 10 == 5 and number > 5:
        status = f"Accepted\n\nSupersedes [{number - 5}]({number - 5:04}-decide.md)"
    day = date(2020, 1, 1) + timedelta(days=number)
    before = f"As [ADR {number - 1}]({number - 1:04}-decide.md) says." if number > 1 else ""
    body = "\n\n".join(f"Paragraph {part} says how the gate weighs parcel {number}." for part in range(12))
    head = f"# {number}. Decide on gate {number}\n\nDate: {day}\n\n## Status\n\n{status}"
    return f"{head}\n\n## Decision\n\n{before} {body}\n"


def audited(at: Workspace, count: int) -> None:
    """Records of reviews, the older of them in rotated files where there are many."""
    database = at.knowledge_database
    log = AuditWriter(database.path.parent / "audit")

    def fill(connection: object) -> None:
        for number in range(count):
            moment = f"2026-{number % 12 + 1:02}-01T10:00:00+00:00"
            log.add(connection, moment, AuditEvent.REVIEW, f"actor{number % 7}", f"{number:032x}", "approve", "active")  # type: ignore[arg-type]

    database.write(fill)


@pytest.mark.benchmark
def test_pages_that_are_read(
    size: Size, environment: dict[str, str], repo: Repo, clock: Callable[[], datetime], tmp_path: Path
) -> None:
    mine = environment | {"SCRUBJAY_HOME": str(tmp_path / "home")}
    written = records(size.of(1_000, 12))
    repo.commit("all", written)
    repo.commit("one again", {"docs/adr/0010-decide.md": str(written["docs/adr/0010-decide.md"]) + "\nA note.\n"})
    with open_app(
        load_settings(mine), git_environment=GitEnvironment.of(mine), embedder=HashingEmbedder(), clock=clock,
        wake=lambda: None,
    ) as app:  # fmt: skip
        at = app.initialise(repo.path)
        at.documents.ingest(at.documents.view(), cause="benchmark")
        GraphServices.of(at).graph.counts()
        audited(at, size.of(34_000, 50))
        permit = Permit(Actor.PERSON, "/dev/pts/7", ("zsh",))
        surface = Surface(home=app, permit=permit, writes=True, folder=repo.path)
        with TestClient(application(surface)) as browser:
            below = f"/w/{key_of(at.repository.worktree)}"
            for address in ADDRESSES:
                browser.get(f"{below}/{address}")
                with spent() as opened:
                    answers = [browser.get(f"{below}/{address}") for _ in range(size.of(ROUNDS, 1))]
                assert {answer.status_code for answer in answers} == {200}
                result = f"{opened.cpu / len(answers) * 1e3:.0f} ms CPU, {len(answers[0].content) / 1e3:.0f} kB"
                size.show(address, f"{len(written):,} decisions", result, GOAL)
                assert len(answers[0].content) < 300_000
