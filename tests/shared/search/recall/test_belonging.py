"""What belongs to a service or a topic is told by front matter, else by the first folder; by a decision's name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.model.decision import Decision, DecisionEntry, Standing
from scrubjay.search.recall.belonging import of_service, of_topic

PATHS = ("payments/api.py", "shop/payments/x.py", "docs/incidents/1.md", "payments.md", "shop/outage.md")
SAID = {"docs/incidents/1.md": ("Payments", "mail"), "shop/outage.md": ("mail",)}


@pytest.mark.parametrize(
    ("service", "expected"),
    [
        ("payments", {"payments/api.py", "docs/incidents/1.md"}),
        (" MAIL ", {"docs/incidents/1.md", "shop/outage.md"}),
        ("shop", {"shop/payments/x.py"}),
        ("api", set()),
    ],
)
def test_what_belongs_to_a_service(service: str, expected: set[str]) -> None:
    assert of_service(service, PATHS, SAID) == expected


@given(st.text(max_size=20), st.lists(st.text(max_size=20)))
def test_a_service_keeps_paths_that_were_there(service: str, paths: list[str]) -> None:
    assert of_service(service, paths, {}) <= set(paths)


def test_all_words_of_a_topic_stand_in_a_decisions_name_title_or_path() -> None:
    def entry(number: str, title: str) -> DecisionEntry:
        decision = Decision(series="ADR", number=number, title=title, status="accepted", date="")
        return DecisionEntry(f"docs/adr/{number}.md", "b", decision, Standing())

    entries = [entry("1", "Store sessions in SQLite"), entry("2", "Store vectors in bytes")]
    assert of_topic("store vectors", entries) == {"docs/adr/2.md"}
    assert of_topic("store", entries) == {"docs/adr/1.md", "docs/adr/2.md"}
    assert of_topic("queues", entries) == frozenset()
