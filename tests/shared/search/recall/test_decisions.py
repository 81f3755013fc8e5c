"""Decisions are listed with their standing, filtered, and in pages."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from scrubjay.errors import UsageError
from scrubjay.knowledge.documents.values import records_named
from scrubjay.model.decision import Decision, DecisionEntry, Standing, Unsettled
from scrubjay.search.recall.decisions import DecisionFilters, chosen_decisions, decision_list
from scrubjay.search.recall.recall import Recall
from tests.shared.search.recall.conftest import VIEW as SHOP

VIEW = replace(SHOP, worktree=Path("shop"))


def entry(
    number: int, title: str, status: str = "accepted", date: str = "", *, series: str = "ADR", word: str = ""
) -> DecisionEntry:
    folder = {"ADR": "docs/adr", "KEP": "keps/sig-network"}[series]
    path = f"{folder}/{number:04}-{title.lower().replace(' ', '-')}.md"
    decision = Decision(series=series, number=str(number), title=title, status=status, date=date, word=word)
    return DecisionEntry(path, "b", decision, Standing())


ENTRIES = (
    entry(1, "Use queues", date="2024-05-01"),
    entry(2, "Drop queues", "rejected", "2025-03-09"),
    entry(3, "Deployments by canary", date="2026-02-01"),
    entry(4, "Say nothing"),
    entry(9, "Dual stack", "proposed", "2025-11-01", series="KEP", word="provisional"),
)


@pytest.mark.parametrize(
    ("filters", "numbers"),
    [
        pytest.param({}, "4 3 1 9", id="current ones, newest first within their series"),
        pytest.param({"status": "all"}, "4 3 2 1 9", id="all"),
        pytest.param({"status": " Rejected "}, "2", id="one status"),
        pytest.param({"status": "provisional"}, "9", id="a record's own word"),
        pytest.param({"status": "withdrawn"}, "", id="a usual status that nothing has"),
        pytest.param({"path": "keps"}, "9", id="a folder"),
        pytest.param({"path": "/keps/"}, "9", id="a folder with slashes"),
        pytest.param({"path": "docs/**/*canary*"}, "3", id="a glob"),
        pytest.param({"path": "kep"}, "", id="no folder but its beginning"),
        pytest.param({"since": "2025"}, "3 9", id="since a year, without the undated"),
        pytest.param({"since": "2025-11-01"}, "3 9", id="since a day, which counts"),
        pytest.param({"since": "2025-11-02"}, "3", id="since the day after"),
        pytest.param({"words": "queue"}, "1", id="a word in another form"),
        pytest.param({"words": "deploy canary"}, "3", id="all words"),
        pytest.param({"words": "ADR-003"}, "3", id="a name"),
        pytest.param({"words": "queues", "status": "all", "since": "2025"}, "2", id="all filters together"),
        pytest.param({"words": "%_*"}, "4 3 1 9", id="signs are no words"),
    ],
)
def test_filters_choose_together(filters: dict[str, str], numbers: str) -> None:
    chosen = chosen_decisions(ENTRIES, DecisionFilters(**filters))  # type: ignore[arg-type]
    assert [entry.decision.number for entry in chosen] == numbers.split()


@pytest.mark.parametrize("limit", [1, 2, 3, 50])
def test_the_pages_that_a_list_advises_hold_every_decision_once(limit: int) -> None:
    seen, offset = [], 0
    while True:
        page = decision_list(VIEW, 0, ENTRIES, DecisionFilters(status="all", limit=limit, offset=offset))
        seen += re.findall(r"^- ((?:ADR|KEP)-\d+)", page, re.MULTILINE)
        if not (more := re.search(r"of 5 decisions; offset=(\d+) shows the next\)", page)):
            break
        offset = int(more[1])
    assert seen == ["ADR-004", "ADR-003", "ADR-002", "ADR-001", "KEP-9"]
    assert ("(5-5 of 5 decisions)" in page) is (limit < 3)


def test_an_empty_page_says_why_and_what_to_do() -> None:
    def told(**filters: object) -> str:
        return decision_list(VIEW, 0, ENTRIES, DecisionFilters(**filters)).splitlines()[2]  # type: ignore[arg-type]

    assert told(offset=9) == "No decision at offset=9: there are 4. offset=0 shows the first."
    assert told(words="owls").startswith("No decisions with status current, words='owls' among 5. search_knowledge(")
    assert told(since="2030") == "No decisions with status current, since='2030' among 5. 1 decision without a date."


def test_where_no_decision_passes_the_nearest_follow() -> None:
    def near(search: Callable[[str], Sequence[str]] = lambda _: (), **filters: object) -> list[str]:
        asked = DecisionFilters(**filters)  # type: ignore[arg-type]
        lines = decision_list(VIEW, 0, ENTRIES, asked, search=search).splitlines()[3:]
        return [lines[0], *(re.findall(r"ADR-\d+|KEP-\d+", line)[0] for line in lines[1:])] if lines else []

    paths = [entry.path for entry in ENTRIES]
    assert near(words="depl owls") == ["Nearest:", "ADR-003"]
    assert near(words="owls", search=lambda _: ["gone.md", paths[3], paths[0]]) == ["Nearest:", "ADR-004", "ADR-001"]
    assert near(words="owls", search=lambda _: [paths[1]]) == []
    assert near(since="2030") == ["The newest before:", "ADR-003", "KEP-9", "ADR-001"]
    assert near(words="owls", since="2030") == ["The newest before:", "ADR-003", "KEP-9", "ADR-001"]
    assert near(path="nowhere") == []


@pytest.mark.parametrize(
    ("filters", "message"),
    [
        ({"status": "nonsense"}, "There are: current, all, accepted, proposed, provisional, rejected"),
        ({"since": "May"}, "2026-03-01, 2026-03 or 2026"),
    ],
)
def test_what_is_no_status_or_date_is_refused_with_what_is(filters: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        chosen_decisions(ENTRIES, DecisionFilters(**filters))  # type: ignore[arg-type]


def test_every_status_that_an_error_names_is_taken() -> None:
    with pytest.raises(UsageError) as refused:
        chosen_decisions(ENTRIES, DecisionFilters(status="nonsense"))
    for status in str(refused.value).partition("There are: ")[2].rstrip(".").split(", "):
        assert chosen_decisions(ENTRIES, DecisionFilters(status=status))


def test_decisions_of_a_repository_are_listed_with_their_standing(recall: Recall) -> None:
    assert recall.reader.list_decisions(DecisionFilters()).splitlines()[2:] == [
        "- ADR-007 Passkeys (accepted; 2026-02-01; replaces ADR-002 (2025-01-01)) docs/adr/0007-passkeys.md"
    ]
    assert recall.reader.list_decisions(DecisionFilters(status="superseded")).splitlines()[2:] == [
        "- ADR-002 Login forms (2025-01-01; superseded by ADR-007 (2026-02-01)) docs/adr/0002-login-forms.md"
    ]


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("ADR-003", "3"), ("adr 3", "3"), ("ADR-0003", "3"), ("3", "3"), ("0003", "3"), ("kep-9", "9"),
        ("KEP 0009", "9"), ("9", "9"), ("use  Queues", "1"), ("ADR-9", ""), ("ADR", ""), ("", ""), ("3.5", ""),
        ("ADR-003.md", ""),
    ],
)  # fmt: skip
def test_a_record_is_known_by_its_name_its_number_and_its_title(name: str, numbers: str) -> None:
    assert [entry.decision.number for entry in records_named(ENTRIES, name)] == numbers.split()


def test_what_is_unclear_about_references_stands_in_the_list() -> None:
    old, twin, new = entry(35, "Pointers"), entry(35, "Modules"), entry(36, "Indices", "superseded")
    both = Unsettled("supersedes", new.path, "35", (twin.path, old.path))
    entries = (
        replace(old, standing=Standing(twins=(twin.path,), unsettled=(both,), named=(new.path,))),
        replace(twin, standing=Standing(twins=(old.path,), unsettled=(both,))),
        replace(new, standing=Standing(gone=("37",), unsettled=(both,))),
    )
    lines = decision_list(VIEW, 0, entries, DecisionFilters(status="all")).splitlines()
    assert lines[2] == (
        "- ADR-036 Indices (superseded; superseded by ADR-037 (not in this view); says that it replaces ADR-035, which "
        "2 records fit: docs/adr/0035-modules.md, docs/adr/0035-pointers.md) docs/adr/0036-indices.md"
    )
    assert lines[3] == (
        "- ADR-035 Modules (accepted; ADR-035 is also the number of docs/adr/0035-pointers.md; ADR-036 says that it "
        "replaces ADR-035: unclear whether this one) docs/adr/0035-modules.md"
    )
    assert "; related to ADR-036: a status names it and doesn't say how)" in lines[4]
