"""A status is what a record says of itself, as a whole, and of now."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.decisions.naming import looks_like_decision
from scrubjay.knowledge.decisions.parse import parse_decision
from scrubjay.knowledge.documents.selection import format_of
from scrubjay.model.decision import Decision

ENDED = {"Superseded": "superseded", "Rejected": "rejected", "Withdrawn": "rejected", "Deprecated": "deprecated"}
FORMS = {
    "section": "# X\n\n## Status\n\n{}\n",
    "subsection": "# X\n\n## Status\n\n### Current\n\n{}\n\n## Context\n\nText.\n",
    "bullet": "# X\n\n* Status: {}\n",
    "bold line": "# X\n\n**Status:** {}\n",
    "bold with a period": "# X\n\n**Status.** {}\n",
    "several on a line": "# X\n\n**Date:** 2020-01-02 · **Status:** {}\n",
    "row": "# X\n\n| Status | {} |\n",
    "cell below": "= X\n\n|===\n| Status\n| {}\n|===\n",
    "HTML row": "# X\n\n<table>\n<tr><td> Status </td><td> {} </td></tr>\n</table>\n",
    "front matter": "---\nstatus: '{}'\n---\n# X\n",
    "code block": "## Preamble\n\n```\nTitle: X\nStatus: {}\n```\n",
    "pre": "<pre>\n  title: X\n  status: {}\n</pre>\n",
    "indented": "    Title: X\n    Status: {}\n****\nX\n----\n",
    "struck out": "# X\n\n## Status\n\n~~Accepted~~ {}\n",
    "emoji": "# X\n\n## Status\n\n⌛ {}\n",
    "quote": "# X\n\n> **Status:** {}\n",
}


def read(text: str, path: str = "docs/adr/0001-x.md") -> Decision:
    found = parse_decision(path, text, format_of(path))
    assert found is not None
    return found


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
@pytest.mark.parametrize(("word", "status"), [*ENDED.items(), ("Accepted", "accepted"), ("Draft", "draft")])
def test_every_form_gives_every_status(form: str, word: str, status: str) -> None:
    assert read(form.format(word)).status == status


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(["will be", "is to be", "may be", "is not", "has never been", "isn't yet", "shall be"]),
    st.sampled_from(["superseded by ADR-5", "rejected", "replaced by [ADR-5](0005-x.md)", "withdrawn", "deprecated"]),
)
def test_a_future_and_a_denial_are_no_status(tense: str, said: str) -> None:
    alone, beside = (
        read(f"# X\n\n## Status\n\nThis {tense} {said}\n"),
        read(f"# X\n\n* Status: Accepted, {tense} {said}\n"),
    )
    assert (alone.links, beside.links) == ((), ())
    assert alone.status not in ENDED.values()
    assert beside.status == "accepted"


@pytest.mark.parametrize(
    "said",
    [
        "Will be superseded by [ADR-5](0005-x.md) once v2 ships",
        "Superseded by ADR-5 once v2 ships",
        "Soon superseded by ADR-5",
    ],
)
def test_a_plan_garbles_no_status(said: str) -> None:
    assert (read(f"# X\n\n## Status\n\n{said}\n").status, read(f"# X\n\n## Status\n\n{said}\n").links) == ("", ())


def test_a_status_under_an_underlined_subheading_is_the_status() -> None:
    text = "X\n=\n\nStatus\n------\n\nCurrent\n~~~~~~~\n\nAccepted\n\nContext\n-------\n\nRejected before.\n"
    assert read(text, "docs/adr/0001-x.rst").status == "accepted"


@pytest.mark.parametrize(
    ("path", "text", "name", "status"),
    [
        ("text/0078-x.md", "# RFC-0078: X\n\nText.\n", "RFC-78", ""),
        ("features/0020-x/README.md", "# Aries RFC 0020: X\n\n- Status: ADOPTED\n", "RFC-20", "accepted"),
        ("HIP/hip-690.md", "---\nhip: 690\ntitle: X\nstatus: Rejected\n---\n", "HIP-690", "rejected"),
        ("CIP-0058/README.md", "---\nCIP: 58\nStatus: Inactive (superseded by CIP-0121)\n---\n", "CIP-58",
         "superseded"),
        ("pep-0012.rst", "PEP: 12\nTitle: X\nStatus: Withdrawn\n\nText\n====\n", "PEP-12", "rejected"),
        ("jep/307/README.adoc", "= JEP-307: X\n\n|===\n| Status\n| Withdrawn :hand:\n", "JEP-307", "rejected"),
        ("APE10.rst", "X\n---\n\nstatus: Accepted\n\nThis APE is superseded by `APE18 <APE18.rst>`_.\n", "APE-10",
         "superseded"),
        ("notes/12-x.md", "# X\n\n## Status\n\nWithdrawn\n", "ADR-012", "rejected"),
    ],
)  # fmt: skip
def test_a_record_that_names_itself_needs_no_folder(path: str, text: str, name: str, status: str) -> None:
    assert looks_like_decision(path)
    assert (read(text, path).name, read(text, path).status) == (name, status)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("docs/day-01.md", "# Day 1\n\nStatus: done\n"),
        ("docs/12-api.md", "# API\n\nStatus: draft\n"),
        ("features/01-x/README.md", "# Feature 1\n\nStatus: proposed\n"),
        ("src/lib3/README.md", "# lib3\n\nStatus: accepted\n"),
    ],
)
def test_a_number_alone_makes_no_record(path: str, text: str) -> None:
    assert parse_decision(path, text, "markdown") is None


@pytest.mark.parametrize(
    ("front", "links"),
    [
        ("SupersededBy: 141", ["superseded-by 141"]),
        ("superseded_by: ADR-5", ["superseded-by 5"]),
        ("relations:\n  - type: supersedes\n    target: ADR-47", ["supersedes 47"]),
        ("supersedes: the roles of ADR-3", ["amends 3"]),
        ("supersedes: closes ADR-3 §2", ["amends 3"]),
        ("supersedes: Use Redis (ADR-3)", ["supersedes 3"]),
        ("supersedes: None (but see ADR-3)", []),
        ("withdrawal-reason: Superseded by ADR-13", ["superseded-by 13"]),
    ],
)
def test_fields_of_any_spelling_name_other_records(front: str, links: list[str]) -> None:
    found = read(f"---\n{front}\n---\n# X\n")
    assert [f"{link.relation} {link.target}" for link in found.links] == links
