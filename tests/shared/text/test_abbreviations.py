"""Which abbreviations does a text explain, and what does a question say besides once they are known?"""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.text.languages import (
    MOST_ADDED,
    Abbreviation,
    abbreviations,
    candidates,
    other_forms,
    with_forms,
)


def spelled_out(query: str, explained: Sequence[Abbreviation]) -> str:
    return with_forms(query, other_forms(query, explained))


APF = Abbreviation("APF", "api priority and fairness")


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("API Priority and Fairness (APF)", "APF", "api priority and fairness"),
        ("uses priority and fairness (APF) for it", "APF", "priority and fairness"),
        ("APF (API Priority and Fairness) is on", "APF", "api priority and fairness"),
        ("Each custom resource definitions (CRDs)", "CRD", "custom resource definitions"),
        ("see [Server Side Apply](https://example.org/ssa) (`SSA`)", "SSA", "server side apply"),
        ("the **relationship-based access control** (ReBAC)", "ReBAC", "relationship based access control"),
        ("the OpenTelemetry Protocol (OTLP)", "OTLP", "opentelemetry protocol"),
        ("a certificate\nauthority (CA)", "CA", "certificate authority"),
    ],
)
def test_an_abbreviation_is_read_with_its_long_form(text: str, short: str, long: str) -> None:
    assert abbreviations(text) == (Abbreviation(short, long),)


@pytest.mark.parametrize(
    "text",
    [
        "using the scrapy downloader (URL)",
        "write it down (TODO)",
        "Kubernetes (K8s)",
        "the file (README)",
        "HTTP (see above)",
        "a list (A) of things",
        "set the value (in MB)",
        "(((((((((((((((((",
    ],
)
def test_what_explains_nothing_is_left(text: str) -> None:
    assert abbreviations(text) == ()


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("when is APF on", "when is APF on (api priority and fairness)"),
        ("when is apf on", "when is apf on (api priority and fairness)"),
        ("API priority and fairness limits", "API priority and fairness limits (APF)"),
        ("APF, that is API priority and fairness", "APF, that is API priority and fairness"),
        ("fairness of APIs", "fairness of APIs"),
        ("APF-12 and APF.md, docs/APF", "APF-12 and APF.md, docs/APF"),
        ("", ""),
    ],
)
def test_a_question_is_told_in_both_forms(query: str, told: str) -> None:
    assert spelled_out(query, [APF]) == told


def test_a_plural_is_the_same_abbreviation_and_the_same_long_form() -> None:
    crd = Abbreviation("CRD", "custom resource definitions")
    assert spelled_out("old CRDs", [crd]) == "old CRDs (custom resource definitions)"
    assert spelled_out("a custom resource definition", [crd]) == "a custom resource definition (CRD)"


@pytest.mark.parametrize("query", ["is it or not", "so it is"])
def test_small_words_are_no_abbreviations(query: str) -> None:
    pairs = [Abbreviation("IT", "information technology"), Abbreviation("SO", "standing order")]
    assert spelled_out(query, pairs) == query


def test_a_long_form_is_told_in_one_number() -> None:
    pairs = [Abbreviation("TEP", f"enhancement proposal{s}") for s in ("s", "")]
    assert spelled_out("this TEP", pairs) == "this TEP (enhancement proposals)"


def test_of_an_abbreviation_with_many_meanings_the_first_two_are_told() -> None:
    pairs = [Abbreviation("CA", f"c{name} a{name}") for name in "xyz"]
    assert spelled_out("our CA", pairs) == "our CA (cx ax, cy ay)"


@settings(derandomize=True, deadline=None)
@given(st.text(max_size=200), st.lists(st.builds(Abbreviation, st.text(min_size=1), st.text(min_size=1)), max_size=9))
def test_a_query_stays_as_typed_and_grows_by_few_forms(query: str, pairs: list[Abbreviation]) -> None:
    forms = other_forms(query, pairs)
    assert len(forms) <= MOST_ADDED
    assert with_forms(query, forms).startswith(query)
    assert all({form.typed, form.other} in [{pair.short, pair.long} for pair in pairs] for form in forms)


@settings(derandomize=True, deadline=None)
@given(st.text(alphabet="ab AB()`s[].\n", max_size=80))
def test_each_long_form_holds_the_letters_of_its_abbreviation(text: str) -> None:
    for pair in abbreviations(text):
        assert set(pair.short.lower()) <= set(pair.long)
        assert pair.long == " ".join(pair.long.split())


def test_a_long_query_gives_no_more_forms_than_its_words_times_their_runs() -> None:
    shorts, runs = candidates("WORD " * 60)
    assert len(shorts) == 1
    assert len(runs) <= 14
