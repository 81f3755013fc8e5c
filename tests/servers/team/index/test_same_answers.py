"""The same question gives the same answer at the server as at home, with the same filters, notes and scores."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.wiring.workspace import Workspace
from scrubjay_team.index.keys import row_of
from scrubjay_team.index.retriever import TeamRetriever
from scrubjay_team.index.source.home import mirror_workspace
from tests.conftest import Repo
from tests.servers.team.conftest import Databases
from tests.servers.team.index.conftest import LiveMirror, MakeMirror
from tests.servers.team.makers import make_team

FILES = {
    "README.md": "# Shop\n\nThe payment queue retries a payment three times.\n\n"
    "## Naïve café\n\nA long read about queues.\n",
    "docs/adr/0001-use-postgres.md": "# 1. Use PostgreSQL\n\nDate: 2026-01-02\n\n"
    "## Status\n\nSuperseded by [2](0002-use-sqlite.md)\n",
    "docs/adr/0002-use-sqlite.md": "# 2. Use SQLite\n\nDate: 2026-02-03\n\n"
    "## Status\n\nAccepted\n\n## Context\n\nThe payment queue.\n",
    "docs/incidents/2026-01-queue.md": "# Incident: queue stuck\n\nDate: 2026-01-09\n\n"
    "## Summary\n\nThe queue stopped.\n\n## Root cause\n\nA lock.\n\n## Timeline\n\n- 10:00 stuck\n",
    "docs/v1/usage.md": "# Usage\n\nRun the old shop with `--dry-run`, see user_name.\n",
    "docs/v2/usage.md": "# Usage\n\nRun the shop with `--dry-run`, see user_name and getUser.\n",
    "docs/部署.md": "# 部署\n\n数据库的部署在这里。队列重试三次。\n",
    "docs/de.md": "# Warteschlange\n\n"
    + 3 * "Die Zahlungen werden nicht verloren, und die Bestellungen sind auch in der Datenbank.\n",
    "src/shop/queue.py": 'class Queue:\n    """The payment queue."""\n\n'
    '    def retry_payment(self, order):\n        return order\n',
    "src/shop/user.py": "MAX_SIZE = 3\n\n\ndef get_user(user_name):\n    # retries the look-up\n    return user_name\n",
    "src/web/queue.ts": "export function retryPayment(order: string) {\n  return order;\n}\n",
}  # fmt: skip

QUESTIONS = [
    "how often is a payment retried", "payment queue", '"payment queue"', "queue", "PostgreSQL", "ADR-2", "0002", "#1",
    "getUser", "get_user", "Queue.retry_payment", "--dry-run usage", "user_name", "docs/v2/usage.md", "usage v1",
    "src/shop/queue.py:4", "queue.ts", "数据库", "部署在", "队列重试", "三", "Zahlung verloren", "Bestellungsdatenbank",
    "cafe naive", "the of and", "!!", "why was the queue stuck", "which function retries the payment of an order",
    "unknown_symbol", "A much longer question that asks about the payment queue, its retries, the database and the "
    "usage of the shop with many words so that only the rarest of them are looked up at all in the index",
]  # fmt: skip

FILTERS = [
    Filters(), Filters(kinds=("decision",)), Filters(kinds=("document",)), Filters(kinds=("code",)),
    Filters(kinds=("incident", "decision")), Filters(path="docs"), Filters(path="docs/**/*.md"),
    Filters(within=("src",), kinds=("code",)), Filters(outside=("docs",)), Filters(since="2026-01-05", until="2026-02"),
    Filters(since="2030"), Filters(holds=("payment queue",)), Filters(holds=("no such phrase",)),
    Filters(lacks=("payment queue",)), Filters(prefers=("the queue",)), Filters(only=("README.md",)),
    Filters(within=("nowhere",)), Filters(holds=("user_name",), kinds=("code", "document")),
    Filters(symbol=("retry_payment",)), Filters(symbol=("Queue.retry_payment", "missing")),
    Filters(callers=("retryPayment",)), Filters(references=("order",)),
]  # fmt: skip


@pytest.fixture
def mirror(repo: Repo, databases: Databases, make_mirror: MakeMirror) -> LiveMirror:
    repo.commit("first", FILES)
    mirror = make_mirror(repo, make_team(databases.owner))
    mirror.index()
    return mirror


@pytest.fixture
def home(mirror: LiveMirror, tmp_path: Path) -> Iterator[Workspace]:
    with mirror_workspace(mirror.tree, mirror.home, mirror.source.environment, mirror.embedder) as workspace:
        yield workspace


def shape(hits: Sequence[Hit]) -> list[Hit]:
    """Hits as both give them: with the ids of their project's own rows."""
    return [replace(hit, passage=row_of(hit.passage), content=row_of(hit.content)) for hit in hits]


def both(mirror: LiveMirror, home: Workspace, query: str, filters: Filters) -> tuple[HybridResult, HybridResult]:
    view = home.documents.view()
    records = home.documents.records(view)
    request = SearchRequest(
        query=query,
        view=view,
        filters=filters,
        limit=10,
        superseded_by=records.superseded_by,
        versions=records.versions,
    )
    with mirror.databases.app.entered(mirror.reader) as entered:
        found = TeamRetriever(mirror.embedder).search(entered.connection, request, [mirror.project])
    return home.retriever.search(request), found


def differs(at_home: HybridResult, found: HybridResult) -> bool:
    """Whether two answers differ in hits, or in what they say of themselves."""
    told = [
        (one.exact, one.unknown, one.notes, one.degraded, one.embedded, one.steps, one.named and len(one.named))
        for one in (at_home, found)
    ]
    return shape(found.hits) != shape(at_home.hits) or told[0] != told[1]


def test_each_question_has_the_answer_that_it_has_at_home(mirror: LiveMirror, home: Workspace) -> None:
    others = [query for query in QUESTIONS if differs(*both(mirror, home, query, Filters()))]
    assert others == []


def test_each_filter_leaves_what_it_leaves_at_home(mirror: LiveMirror, home: Workspace) -> None:
    asked = [(query, filters) for query in ("payment queue", "retry", "") for filters in FILTERS]
    others = [one for one in asked if differs(*both(mirror, home, *one))]
    assert others == []


def test_a_question_finds_something_at_all(mirror: LiveMirror, home: Workspace) -> None:
    answered = [query for query in QUESTIONS if both(mirror, home, query, Filters())[1].hits]
    assert len(answered) >= len(QUESTIONS) - 3


def test_what_only_memories_have_leaves_no_document(mirror: LiveMirror, home: Workspace) -> None:
    for filters in (Filters(tags=("x",)), Filters(applies=("x",))):
        at_home, found = both(mirror, home, "payment queue", filters)
        assert (found.hits, found.notes) == ((), at_home.notes)
