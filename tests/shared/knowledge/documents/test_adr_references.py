"""Which record does a reference mean? None is marked where several fit, or where nobody says how they relate."""

import pytest

from scrubjay.knowledge.decisions.naming import looks_like_decision
from scrubjay.knowledge.decisions.parse import parse_decision
from scrubjay.knowledge.decisions.standing import resolve_supersession
from scrubjay.model.decision import Decision, Standing, Unsettled

A, B, C = "docs/adr/0035-pointer.md", "docs/adr/0035-modules.md", "docs/adr/0036-index.md"


def standing(texts: dict[str, str]) -> tuple[dict[str, Decision], dict[str, Standing]]:
    read = {path: parse_decision(path, text, "markdown") for path, text in texts.items()}
    found = {path: decision for path, decision in read.items() if decision is not None}
    assert set(found) == set(texts)
    return found, dict(resolve_supersession(found))


def said(status: str, more: str = "") -> str:
    return f"# A title\n\n## Status\n\n{status}\n\n{more}\n\n## Context\n\nLorem ipsum.\n"


def test_a_reference_that_two_records_fit_marks_neither_and_names_both() -> None:
    _, at = standing({A: said("Accepted"), B: said("Accepted"), C: said("Accepted", "Supersedes ADR-0035")})
    unsettled = Unsettled("supersedes", C, "35", (B, A))
    assert at[C] == Standing(unsettled=(unsettled,))
    assert at[A] == Standing(twins=(B,), unsettled=(unsettled,))
    assert at[B] == Standing(twins=(A,), unsettled=(unsettled,))


@pytest.mark.parametrize("ended", ["Superseded", "Superseded by [36](0036-index.md)"])
def test_of_two_with_one_number_the_one_that_ended_is_meant(ended: str) -> None:
    _, at = standing({A: said(ended), B: said("Accepted"), C: said("Accepted", "Supersedes ADR-0035")})
    assert (at[A].superseded_by, at[B].superseded_by, at[C].unsettled) == ((C,), (), ())


def test_translations_of_a_record_are_no_other_records() -> None:
    _, at = standing({"docs/adr/0035-pointer.de.md": said("Angenommen"), A: said("Accepted"), C: said("Accepted")})
    assert not any(one.twins for one in at.values())


@pytest.mark.parametrize("word", ["by ADR-36 and ADR-37", "2026-05-08 by ADR-036 and ADR-037", "by ADR-036, ADR-037"])
def test_of_two_successors_the_one_that_is_not_there_is_named_as_gone(word: str) -> None:
    read, at = standing({A: f"# A\n\n**Status:** Superseded\n**Superseded:** {word}\n", C: said("Accepted")})
    assert read[A].status == "superseded"
    assert at[A] == Standing(superseded_by=(C,), gone=("37",))
    assert at[C] == Standing(replaces=(A,))


def test_what_replaces_a_record_does_not_amend_it_too() -> None:
    _, at = standing({A: said("Superseded by ADR-36"), C: said("Accepted", "Amends ADR-35")})
    assert (at[A].superseded_by, at[A].amended_by) == ((C,), ())


@pytest.mark.parametrize(
    ("status", "other"),
    [
        ("Accepted, see [36](0036-index.md)", "Accepted"),
        ("Ordezkatua [36](0036-index.md)", "Indarrean"),
        ("Superseded", "Accepted, see [35](0035-pointer.md)"),
    ],
)
def test_what_a_status_names_without_saying_how_is_related_and_no_more(status: str, other: str) -> None:
    _, at = standing({A: said(status), C: said(other)})
    assert (at[A], at[C]) == (Standing(named=(C,)), Standing(named=(A,)))


def test_the_other_records_words_say_how_the_two_are_related() -> None:
    _, at = standing({A: said("Ordezkatua [36](0036-index.md)"), C: said("Angenommen; ersetzt [35](0035-pointer.md)")})
    assert (at[A], at[C]) == (Standing(superseded_by=(C,)), Standing(replaces=(A,)))


@pytest.mark.parametrize(
    ("path", "record"),
    [
        ("docs/entscheidungen/0007-x.md", True),
        ("docs/決定/0007-x.md", True),
        ("docs/entscheidungen/vorlage.md", False),
        ("docs/decisiones/0000-plantilla.md", False),
        ("docs/rezepte/x.md", False),
    ],
)
def test_folders_of_decisions_and_templates_are_known_in_their_language(path: str, record: bool) -> None:
    assert looks_like_decision(path) == record
