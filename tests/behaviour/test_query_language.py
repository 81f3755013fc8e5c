"""What a developer may type into a search: phrases, exclusions and filters, and everything else as words."""

import pytest

from scrubjay.app import App, Workspace
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from scrubjay.search.recall.render import render
from tests.behaviour.conftest import ingest
from tests.conftest import Repo

ADR = "# {n}. {title}\n\nDate: {date}\n\n## Status\n\n{status}\n\n## Context\n\n{text}\n"


@pytest.fixture
def at(repo: Repo, app: App) -> Workspace:
    """A repository about queues."""
    records = [
        (1, "Use RabbitMQ", "2025-03-01", "Superseded by [2. Use Kafka](0002-use-kafka.md)", "A queue for orders."),
        (2, "Use Kafka", "2026-02-03", "Accepted", "A queue for orders with a write ahead log."),
        (3, "Queue mail in Redis", "2026-04-05", "Proposed", "A queue for mail; ahead we write a log."),
    ]
    files: dict[str, str | bytes] = {
        f"docs/adr/000{n}-{title.lower().replace(' ', '-')}.md": ADR.format(
            n=n, title=title, date=date, status=status, text=text
        )
        for n, title, date, status, text in records
    }
    files |= {
        "docs/guide.md": "# Guide\n\nHow to read a queue.\n\n## Kafka\n\nStart the broker.\n",
        "services/payments/docs/queues.md": "# Queues of payments\n\nThe queue for refunds.\n",
        "services/orders/docs/queues.md": "# Queues of orders\n\nThe queue for baskets; pass --dry-run to try.\n",
    }
    repo.commit("queues", files, date="2026-05-01T12:00:00+00:00")
    made = app.initialise(repo.path)
    ingest(made)
    return made


def ask(at: Workspace, query: str, **more: object) -> RecallAnswer:
    return at.recall.search(RecallRequest(query=query, limit=50, **more))  # type: ignore[arg-type]


def names(answer: RecallAnswer) -> set[str]:
    """The file each hit is from, shortly: adr1, guide, payments."""
    short = {"docs/guide.md": "guide", "services/payments/docs/queues.md": "payments"}
    short |= {"services/orders/docs/queues.md": "orders"}
    return {short.get(hit.path) or f"adr{hit.path[12]}" for hit in answer.hits}


EVERYTHING = {"adr1", "adr2", "adr3", "guide", "payments", "orders"}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("queue", EVERYTHING),
        ("queue -kafka", {"adr3", "payments", "orders"}),  # ADR-001 names Kafka, and so does the guide further down
        ('queue -"start the broker"', EVERYTHING - {"guide"}),
        ('"write ahead log"', {"adr2"}),
        ('queue "ahead we write"', {"adr3"}),
        ('what is the queue with "ahead we write" for', EVERYTHING),  # a sentence quotes
        ('"ahead we write" kind:decision', {"adr3"}),
        ("queue path:docs/adr", {"adr1", "adr2", "adr3"}),
        ("queue path:services/payments,docs/guide.md", {"payments", "guide"}),
        ("queue path:**/queues.md -path:services/orders", {"payments"}),
        ("queue kind:decision", {"adr1", "adr2", "adr3"}),
        ("queue kind:document", {"guide", "payments", "orders"}),
        ("queue -kind:adrs", {"guide", "payments", "orders"}),
        ("queue status:accepted", {"adr2"}),
        ("queue status:superseded", {"adr1"}),
        ("queue status:current", {"adr2", "adr3"}),
        ("queue kind:decision -status:proposed", {"adr1", "adr2"}),
        ("queue service:payments", {"payments"}),
        ("queue -service:payments kind:document", {"guide", "orders"}),
        ("queue since:2026-03 kind:decision", {"adr3"}),
        ("queue until:2026-02-03 kind:decision", {"adr1", "adr2"}),
        ("queue date:2025", {"adr1"}),
        ("status:accepted", {"adr2"}),  # nothing but filters: a list
        ("queue --dry-run", EVERYTHING),  # a flag is a word
        ("queue foo:bar", EVERYTHING),  # no operator at all
        ("queue kind:banana", EVERYTHING),
    ],
)
def test_a_filter_shows_what_fits_and_nothing_else(at: Workspace, query: str, expected: set[str]) -> None:
    at.documents.ingest(at.documents.view(), cause="test")
    assert names(ask(at, query)) == expected


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ('queue "broker the start"', 'nothing holds "broker the start" as it stands; its words were looked up'),
        (
            'why does a queue have "broker the start" in it',
            'nothing holds "broker the start" as it stands; its words were looked up',
        ),
        ("queue path:src", "nothing at path:src"),
        ("queue status:banana", "no decision has that status; there are: accepted, proposed, superseded"),
        ("queue service:banana", "nothing belongs to service:banana"),
        ("queue since:2030", "nothing is dated 2030 to now"),
        ("queue -kafka", "without kafka"),
        (
            "queue kind:banana",
            "kind:banana was taken as words: there are kinds document, decision, incident, code, commit, memory, "
            "pull_request, issue",
        ),
        (
            "queue kind:conversation",
            "kind:conversation was taken as words: what was said is found by search_conversations, "
            "or --kind conversation",
        ),
        ("queue since:yesterday", "since:yesterday was taken as words: a date is 2026-03-01, 2026-03 or 2026"),
        ("since:2024-99-99 queue", "since:2024-99-99 was taken as words: a date is 2026-03-01, 2026-03 or 2026"),
        ("queue until:2026,2024-13", "until:2024-13 was taken as words: a date is 2026-03-01, 2026-03 or 2026"),
    ],
)
def test_a_filter_that_fits_nothing_says_so(at: Workspace, query: str, said: str) -> None:
    answer = ask(at, query)
    assert said in answer.notes
    assert said in render(answer).split("\n")[0]


@pytest.mark.parametrize("recipe", ["balanced", "keyword", "fast"])
def test_what_holds_the_quoted_piece_of_a_sentence_comes_first_and_the_rest_stands(at: Workspace, recipe: str) -> None:
    at.documents.ingest(at.documents.view(), cause="test")
    plain = ask(at, "which queue for refunds has to start the broker of payments", recipe=recipe)
    quoted = ask(at, 'which queue for refunds has to "start the broker" of payments', recipe=recipe)
    assert plain.hits[0].path == "services/payments/docs/queues.md"
    assert (quoted.hits[0].path, names(quoted)) == ("docs/guide.md", EVERYTHING)
    assert "Start the broker" in quoted.hits[0].text
    assert quoted.notes == ()
    worded = ask(at, 'which queue has to "start the broker"', also_ask=("refunds of payments",), recipe=recipe)
    assert worded.hits[0].path == "docs/guide.md"


def test_a_filter_counts_beside_the_arguments(at: Workspace) -> None:
    assert names(ask(at, "queue -kafka", path="services")) == {"payments", "orders"}
    assert names(ask(at, "queue path:docs", kinds=("document",))) == {"guide"}
    assert names(ask(at, "queue kind:document", kinds=("decision",))) == set()


def test_a_list_of_decisions_stands_newest_first(at: Workspace) -> None:
    assert [hit.path[9:13] for hit in ask(at, "kind:decision").hits] == ["0003", "0002", "0001"]
