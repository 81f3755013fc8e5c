"""What do the pages of memories cost with 10,000 of them? CPU milliseconds and bytes, by address.

pytest tests/benchmarks/test_ui_memories.py -m benchmark -s
"""

import statistics
import time

import pytest

from scrubjay.app import Workspace
from scrubjay.memories import RememberRequest
from scrubjay.memories.writing import WriteContext, write
from scrubjay.model.clock import iso
from scrubjay.model.evidence import (
    Act,
    CitationKind,
    CitationResult,
    CitationStatus,
    EvidenceObject,
    Origin,
    PlaceKind,
    Relation,
    ValidationResult,
    Verdict,
)
from scrubjay.storage import Connection
from tests.benchmarks.figures import show
from tests.conftest import Repo
from tests.servers.conftest import opener, project  # noqa: F401  # fixtures
from tests.servers.ui.conftest import Browser, browse, browser, workspace  # noqa: F401

pytestmark = pytest.mark.benchmark

MEMORIES = 10_000
FILES = 200
ROUNDS = 7
MOST_MS, MOST_BYTES = 150, 300_000

ADDRESSES = (
    "memories",
    "memories?as=cards",
    "memories?page=100",
    "memories?sort=grade",
    "memories?sort=used&order=up",
    "memories?sort=evidence",
    "memories?grade=unconfirmed",
    "memories?q=door+17",
    "memories?kind=decision&since=2026-01-01&until=2026-12-31",
    "memories?state=fallen&fallen_since=2026-01-01",
    "memories?state=waiting",
)


def result_of(content: str, number: int, blobs: dict[str, str], commit: str, at: str) -> ValidationResult:
    """A tenth is told, three tenths cite a sentence of a file, the rest is an agent's word."""
    cites: tuple[CitationResult, ...] = ()
    if number % 10 in (1, 2, 3):
        path = f"docs/door{number % FILES}.md"
        cites = (
            CitationResult(
                kind=CitationKind.PLACE, text=path, target=path, status=CitationStatus.RESOLVED, relation=Relation.SAME,
                path=path, lines=(3, 3), blob=blobs[path], commit=commit, words=f"Door {number % FILES} is green.",
                place=PlaceKind.STATES,
            ),
        )  # fmt: skip
    told = number % 10 == 0
    evidence = EvidenceObject(
        claim=content, capture_time=at, source=Origin.PERSON if told else Origin.AGENT, source_id="ada",
        act=Act.TYPED if told else Act.NONE, citations=cites,
    )  # fmt: skip
    verdict = Verdict.HELD if number % 100 == 7 else Verdict.STORED
    return ValidationResult(
        verdict=verdict, grade=evidence.grade, reason="benchmark", checks_passed=("hedges: none",), checks_failed=(),
        evidence=evidence,
    )  # fmt: skip


def fill(at: Workspace, project: Repo, now: str) -> None:  # noqa: F811
    """Ten thousand memories, of which those that cite a file which then changes have fallen."""
    for number in range(FILES):
        project.write(f"docs/door{number}.md", f"# Door {number}\n\nDoor {number} is green.\n")
    project.commit("doors", {})
    commit = project.git("rev-parse", "HEAD")
    listed = project.git("ls-tree", "-r", "HEAD", "docs").splitlines()
    blobs = {line.split("\t")[1]: line.split()[2] for line in listed}

    def put(connection: Connection, place: WriteContext, start: int) -> None:
        for number in range(start, start + 500):
            content = f"Door {number} of the long corridor leads to room {number * 7} and opens to the north."
            kind = ("fact", "decision", "procedure", "preference")[number % 4]
            request = RememberRequest(
                content=content, kind=kind, author="ada", tags=(f"floor{number % 9}",), session=f"s{number % 50}"
            )
            write(connection, place, request, result_of(content, number, blobs, commit, now), ())

    for start in range(0, MEMORIES, 500):
        at.memories.service.writing("project", lambda c, p, s=start: put(c, p, s))  # type: ignore[misc]
    for number in range(1, FILES, 20):
        project.write(f"docs/door{number}.md", f"# Door {number}\n\nDoor {number} is red.\n")
    project.commit("painted", {})
    documents = at.knowledge.documents
    documents.ingest(documents.view(), cause="benchmark")
    ids = [memory.id for memory in at.memories.service.recent(500)]
    for session in range(20):
        at.sessions.ledger.record_answer(f"s{session}", "\n".join(id[:12] for id in ids[session::3]))


def test_the_pages_of_ten_thousand_memories(browser: Browser, workspace: Workspace, project: Repo) -> None:  # noqa: F811
    fill(workspace, project, iso(browser.app.clock()))
    one = browser.open("memories?state=fallen").link("Door").rpartition("/")[2]
    over = []
    for address in (*ADDRESSES, f"memories/{one}"):
        spent = []
        for _ in range(ROUNDS):
            began = time.process_time()
            page = browser.open(address)
            spent.append((time.process_time() - began) * 1000)
            assert page.status == 200, address
        size, median = len(page.html.encode()), statistics.median(spent[1:])
        result = f"{median:.0f} ms, {size:,} bytes"
        show(
            "page of memories",
            f"{address[:40]}; first {spent[0]:.0f} ms",
            result,
            f"{MOST_MS} ms, {MOST_BYTES:,} bytes",
        )
        over += [address] if median > MOST_MS or size > MOST_BYTES else []
    assert over == []
