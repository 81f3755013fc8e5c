"""A section is a status by place and content where it is one statement of a status and nothing else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.decisions.parse import parse_decision


def status(text: str) -> str:
    found = parse_decision("docs/adr/0003-b.md", f"# 3. B\n\n{text}\n", "markdown")
    assert found is not None
    return found.status


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        ("Context", "Rejected orders are lost."),
        ("Context", "Rejected."),
        ("Considered Options", "* Deprecated flag\n* Hidden flag"),
        ("Brokers", "* ActiveMQ\n* RabbitMQ"),
        ("Brokers", "ActiveMQ"),
        ("Patterns", "* Active Record"),
        ("Patterns", "* Active Record\n* Data Mapper"),
        ("Pages", "* Draft pages"),
        ("Decision Drivers", "* Fewer rejected payments"),
        ("Context", "Obsolete docs confuse users."),
        ("Summary", "Deprecated routes go."),
        ("Status codes", "Rejected"),
        ("Order", "* Accepted\n* Rejected"),
        ("Contexte", "Commandes refusées"),
        ("Contexte", "Refusé"),
        ("背景", "已废弃的接口"),
        ("概念", "已废弃的接口"),
        ("状态机", "已废弃"),
        ("状态机", "订单：已废弃，已接受，已拒绝。"),
        ("Zustand", "Der Zustand der Bestellung ist offen oder abgelehnt."),
        ("Zustand der Bestellung", "Offen"),
        ("Considered Options", "### Redis\n\nRejected.\n\n### Kafka\n\nFast."),
        ("Bröker", "### Ŝtato\n\nRejected."),
        ("Risks", "Accepted."),
        ("⚠️ Risks – open", "Accepted."),
        ("Review by security", "Approved."),
        ("Backwards compatibility", "Deprecated."),
        ("Old API", "Deprecated."),
    ],
)
def test_a_section_about_something_else_is_no_status(heading: str, said: str) -> None:
    assert status(f"## {heading}\n\n{said}\n\n## Decision\n\nText.") == ""


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Accepted", "accepted"),
        ("**Accepted** (2024-01-02)", "accepted"),
        ("✅ Accepted.", "accepted"),
        ("This decision has been accepted", "accepted"),
        ("Superseded by [ADR-5](0005-x.md)", "superseded"),
        ("~~Accepted~~ Superseded by ADR-5 on 2024-05-01", "superseded"),
        ("* Angenommen am 2024-05-01", "accepted"),
        ("Ersetzt durch [ADR-7](0007-x.md)", "superseded"),
        ("已接受", "accepted"),
    ],
)
def test_one_statement_near_the_top_is_the_status_under_an_unknown_heading(said: str, expected: str) -> None:
    assert status(f"## Ŝtato\n\n{said}\n\n## Fono\n\nText.") == expected


@settings(derandomize=True, max_examples=60, deadline=None, database=None)
@given(
    st.sampled_from(["Rejected", "Deprecated", "Accepted", "Draft", "Obsolete", "Approved", "Abgelehnt", "Refusées"]),
    st.sampled_from(["orders", "payments are lost", "Routen", "commandes", "flags go, others stay"]),
    st.sampled_from(["Notes on it", "Fono", "Kontext", "Vue", "Why"]),
)
def test_a_status_word_beside_another_subject_is_no_status(word: str, subject: str, heading: str) -> None:
    assert status(f"## {heading}\n\n{word} {subject}") == ""


ACCEPTED = "## Status\n\nAccepted"
SAYS = "Status: Superseded by ADR-001"


@pytest.mark.parametrize(
    "text",
    [
        f"```\n{SAYS}\n```\n\n{ACCEPTED}",
        f"Text.\n\n```yaml\ntitle: X\n{SAYS}\n```\n\n* Status: Accepted",
        f"{ACCEPTED}\n\n## Context\n\n```\n{SAYS}\n```",
        f"{ACCEPTED}\n\n~~~\n{SAYS}\n~~~",
        f"{ACCEPTED}\n\n1. x\n\n     ```\n     {SAYS}\n     ```",
        f"> ```\n> {SAYS}\n> ```\n\n{ACCEPTED}",
        f"{ACCEPTED}\n\n## Context\n\nA record then has a line. {SAYS}.",
        f"{ACCEPTED}\n\n## Context\n\n{SAYS}",
        f"{ACCEPTED}\n\n## Context\n\n* {SAYS}",
        f"{ACCEPTED}\n\n## Kontext\n\n- Status: Ersetzt durch [ADR-1](0001-a.md)",
        f"Text here | {SAYS}\n\n{ACCEPTED}",
    ],
)
def test_the_stated_status_wins_over_examples_and_mentions(text: str) -> None:
    assert status(text) == "accepted"


@pytest.mark.parametrize("keys", ["", "Title: X\n"])
def test_an_example_in_a_section_is_no_status(keys: str) -> None:
    assert status(f"## Context\n\n```\n{keys}{SAYS}\n```") == ""


def test_a_fence_ends_with_its_list_item_and_its_quotation() -> None:
    assert status("- x\n\n     ```\n     open\n\n## Status\n\nAccepted") == "accepted"
    assert status("> ```\n> open\n\n## Status\n\nAccepted") == "accepted"
