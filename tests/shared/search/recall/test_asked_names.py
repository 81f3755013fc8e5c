"""Which numbers and ids does a question name, and what else does it ask?"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.model.hit import Hit
from scrubjay.search.recall.asked_names import (
    AskedNames,
    as_typed,
    asked_names,
    names_of_all,
    place_of_name,
    same_repository,
)

OWN, SIGNED = ("", 12, "#"), ("", 12, "!")


@pytest.mark.parametrize(
    ("spelling", "named"),
    [
        ("#12", OWN), ("GH-12", OWN), ("PR 12", OWN), ("pr #12", OWN), ("pull request 12", OWN), ("issue 12", OWN),
        ("Issue #12", OWN), ("(#12)", OWN), ("!12", SIGNED), ("MR 12", SIGNED), ("merge request !12", SIGNED),
        ("acme/shop#12", ("acme/shop", 12, "#")), ("acme/shop!12", ("acme/shop", 12, "!")),
        ("https://github.com/acme/shop/pull/12", ("github.com/acme/shop", 12, "#")),
        ("https://github.com/acme/shop/pull/12/files", ("github.com/acme/shop", 12, "#")),
        ("https://github.com/acme/shop/issues/12#issuecomment-1", ("github.com/acme/shop", 12, "#")),
        ("https://gitlab.com/a/b/c/-/merge_requests/12", ("gitlab.com/a/b/c", 12, "!")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("question", ["{}", "what is {}?", "why did {} change the belt of parcels"])
def test_a_number_is_read_in_every_spelling(spelling: str, named: tuple[str, int, str], question: str) -> None:
    asked = asked_names(question.format(spelling))
    (number,) = asked.numbers
    assert (number.named.repository, number.named.number, number.named.sign) == named
    assert asked.alone is (question != "why did {} change the belt of parcels")
    assert not asked.commits


@pytest.mark.parametrize(
    "text",
    [
        "12", "12 parcels", "why 3 retries", "since 2024", "version 1.12", "PKCS #1", "Step #1: call it",
        "#1.5", "acme/shop#1.5", "# 12", "/#12", "the issue of 12 parcels",
        "issue 1.2", "ADR-12", "a belt\nand #12\npasted", "how does it work", "", "issues", "C#", "#include",
    ],
)  # fmt: skip
def test_what_is_no_number_of_an_issue_names_none(text: str) -> None:
    assert asked_names(text).numbers == ()


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("3f2a9c1", ("3f2a9c1",)), ("why was 3f2a9c1 made", ("3f2a9c1",)), ("3F2A9C1D", ("3F2A9C1D",)),
        ("https://github.com/acme/shop/commit/3f2a9c1", ("3f2a9c1",)), ("deadbee", ("deadbee",)),
        ("why it was defaced", ()), ("3f2a9c", ()), ("6f1c2a52-9b1e-4c0e-8d5f-2f6a1b3c4d5e", ()),
    ],
)  # fmt: skip
def test_an_id_of_seven_digits_or_more_is_read(text: str, ids: tuple[str, ...]) -> None:
    assert asked_names(text).commits == ids


@pytest.mark.parametrize(
    ("text", "alone", "about"),
    [
        ("#12", True, True), ("what is #12?", True, True), ("what does #12 change", False, True),
        ("#12 and docs/x.md", False, True), ("why does #12 change the belt", False, False),
    ],
)  # fmt: skip
def test_a_question_with_one_more_word_is_about_what_it_names(text: str, alone: bool, about: bool) -> None:
    asked = asked_names(text)
    assert (asked.alone, asked.about) == (alone, about)


def test_figures_behind_a_sign_are_a_number_however_many_there_are() -> None:
    assert asked_names("what is #12345678901234567890").commits == ("#12345678901234567890",)


def test_names_of_all_phrasings_are_read_the_questions_first() -> None:
    asked = names_of_all(("why was #12 made so", "#34 or #12", "3f2a9c1"), lambda path: False)
    assert ([number.label for number in asked.numbers], asked.commits) == (["#12", "#34"], ("3f2a9c1",))
    assert not asked.alone


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("my notes/key plan.md", "my notes/key plan.md"), ('"my notes/key plan.md"', "my notes/key plan.md"),
        ('what is in "my notes/key plan.md"', "my notes/key plan.md"), ("my notes/", "my notes/"), ("docs/", "docs/"),
        ("what is in docs/?", "docs/"), ("how do docs/ and the plan of keys fit", ""), ("docs/key.md", ""),
        ("input/ output", ""),
    ],
)  # fmt: skip
def test_a_path_with_spaces_or_a_slash_behind_it_is_read_where_there_is_one(text: str, label: str) -> None:
    there = {"my notes/", "my notes/key plan.md", "docs/", "docs/key.md"}
    assert [file.label for file in asked_names(text, there.__contains__).files] == [*filter(None, [label])]


@pytest.mark.parametrize(
    ("label", "query", "typed"),
    [
        ("ADR-099", "ADR-99", "ADR-99"), ("ADR-099", "what does adr 99 say", "adr 99"), ("ADR-099", "x", "ADR-099"),
        ("ADR-009", "ADR-99 and ADR-9", "ADR-9"), ("docs/x-1", "docs/x-1", "docs/x-1"),
    ],
)  # fmt: skip
def test_a_record_is_named_as_it_was_typed(label: str, query: str, typed: str) -> None:
    assert as_typed(label, query) == typed


@pytest.mark.parametrize(
    ("name", "text", "there"),
    [
        ("run_it", "call belt.run_it() here", True), ("run_it", "belt->run_it->x", True), ("run_it", "rerun_it", False),
        ("--dry", "pass --dry-run", False), ("run_it", "pre-run_it", False), ("a.b", "x.a.b.c", True),
    ],
)  # fmt: skip
def test_a_part_of_a_dotted_name_is_named_and_a_part_of_a_word_is_not(name: str, text: str, there: bool) -> None:
    hit = Hit(passage=1, content=1, path="x.md", blob="b", heading="", start_line=1, end_line=1, title="", text=text,
              changed_at="", score=0.0)  # fmt: skip
    assert place_of_name(name, hit) == (1 if there else None)


def test_a_question_without_any_name_costs_nothing() -> None:
    assert asked_names("how does the belt run twice").by_sign is False


@given(st.text(alphabet="#!GH-PRpr /12abc.:\n", max_size=60))
@settings(derandomize=True, deadline=None, max_examples=300)
def test_any_text_is_read_and_what_it_names_alone_names_no_other(text: str) -> None:
    asked = asked_names(text)
    assert isinstance(asked, AskedNames)
    assert not asked.alone or (asked.by_sign and not asked.others and not asked.words)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("github.com/acme/shop", "acme/shop", True), ("Acme/Shop", "github.com/acme/shop", True),
        ("github.com/acme/shop", "gitlab.com/acme/shop", False), ("acme/shop", "acme/shops", False), ("", "", False),
        ("my-acme/shop", "acme/shop", False),
    ],
)  # fmt: skip
def test_a_repository_is_the_same_with_and_without_its_host(one: str, other: str, same: bool) -> None:
    assert same_repository(one, other) is same_repository(other, one) is same
