"""A passage speaks of a claim when it holds half of its words and every figure and name."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrubjay.grounding.speaks import astray, in_line, lacking

from scrubjay.grounding.passages import passages
from scrubjay.grounding.reading import read
from scrubjay.grounding.sections import source_of
from scrubjay.grounding.terms import contained_terms, figures, may_hold, names, terms
from scrubjay.model.evidence import PlaceKind, Relation

DOCUMENT = """\
# Testing

The suite spawns testing servers on ports 8000 and 8001. Each waits three seconds for `HttpPool` to answer.

| setting | default |
| --- | --- |
| retries | 4 |
"""
SOURCE = source_of("docs/testing.md", DOCUMENT)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("three workers", [("3", "")]),
        ("15min", [("15", "min")]),
        ("15-minute rests", [("15", "min")]),
        ("fifteen minutes", [("15", "min")]),
        ("1,500 rows", [("1500", "")]),
        ("10 %", [("10", "%")]),
        ("v3.11", [("3.11", "")]),
        ("on 2026-11-02", [("2026-11-02", "")]),
        ("5 MB or 5 Mb", [("5", "MB"), ("5", "")]),
        ("one of us, in one second", [("1", "s")]),
        ("sha256 and utf8", []),
    ],
)
def test_figures_have_one_form(text: str, form: list[tuple[str, str]]) -> None:
    assert [(one.value, one.unit) for one in figures(text)] == form


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("We use Redis on AWS.", ("Redis", "AWS")),
        ("Redis is used.", ()),  # perhaps only a sentence's first word
        ("Call `pool.get()` and max_size.", ("pool.get", "max_size")),
        ("Pass --dry-run to it.", ("--dry-run",)),
    ],
)
def test_names_are_identifiers_and_capitals_within_a_sentence(text: str, found: tuple[str, ...]) -> None:
    assert names(text) == found


@pytest.mark.parametrize(
    ("claim", "text", "lacks"),
    [
        ("The pool waits 60 s", "The pool waits 30 s", ("60 s",)),
        ("The pool waits 30 minutes", "The pool waits 30 s", ("30 minutes",)),
        ("The pool waits 30 minutes", "The pool waits 1800 s", ()),
        ("The pool waits 30 s", "POOL_TIMEOUT_SECONDS = 30 # seconds", ()),
        ("It takes >5 ms", "It takes <5 ms", ("5 ms",)),
        ("We cache in Redis", "We cache in Valkey", ("Redis",)),
        ("Call `Client.get`", "The Client has a get method", ()),
        ("It needs Python 3.12", "It needs Python 3.11", ("3.12",)),
    ],
)
def test_what_a_text_lacks_is_named(claim: str, text: str, lacks: tuple[str, ...]) -> None:
    assert lacking(claim, text) == lacks


@pytest.mark.parametrize(
    ("claim", "relation", "lacks"),
    [
        ("the test suite needs ports 8000 and 8001 free", Relation.SPEAKS, ()),
        ("a testing server waits 3 s for the HttpPool", Relation.SPEAKS, ()),
        ("the number of retries is 4 by default", Relation.SPEAKS, ()),
        ("the test suite needs ports 8000 and 9001 free", Relation.SPEAKS, ("9001",)),
        ("The suite spawns testing servers on ports 8000 and 9001", Relation.OTHERWISE, ()),
        ("The suite spawns no testing servers on ports 8000 and 8001", Relation.OTHERWISE, ()),
        ("The suite spawns testing servers on ports 8000 and 8001", Relation.SAME, ()),
        ("The suite spawns testing servers", Relation.SPEAKS, ()),
        ("Payments are settled each night", Relation.SILENT, ()),
    ],
)
def test_the_best_passage_answers(claim: str, relation: Relation, lacks: tuple[str, ...]) -> None:
    seen = read(claim, passages(DOCUMENT, "markdown"), SOURCE)
    assert (seen.relation, seen.lacks) == (relation, lacks)


def test_other_words_count_by_their_meaning() -> None:
    some = passages(DOCUMENT, "markdown")
    claim = "free ports have to be there before checks begin"
    seen = read(claim, some, SOURCE, lambda _, passage: 2.0 if "ports" in passage.text else -5.0)
    assert (seen.relation, seen.place) == (Relation.SPEAKS, PlaceKind.STATES)
    assert read(claim, some, SOURCE, lambda _, passage: -5.0).relation is Relation.SILENT


def test_words_alone_support_nothing_where_the_model_says_that_they_do_not() -> None:
    claim = "Testing servers are spawned by the suite on two ports"
    some = passages("# Testing\n\nThe suite spawns testing servers on two ports.\n", "markdown")
    assert read(claim, some, SOURCE).relation is Relation.SPEAKS
    assert read(claim, some, SOURCE, lambda _, passage: -5.0).relation is Relation.UNSTATED


@pytest.mark.parametrize(
    ("claim", "lacks"),
    [
        ("WORKERS is 4", ()),
        ("LEVEL is 4", ("4",)),
        ("the level of logs is 4", ("4",)),
        ("there are 4 workers", ()),
    ],
)
def test_a_figure_in_code_belongs_to_its_line(claim: str, lacks: tuple[str, ...]) -> None:
    assert astray(claim, 'WORKERS = 4\nLOG_LEVEL = "info"') == lacks


@pytest.mark.parametrize(
    ("claim", "code", "said"),
    [
        ("retries wait ten seconds", "RETRY_WAIT_SECONDS = 10\nLEVEL = 3", True),
        ("the weather data come from polygon", "weather: a\nb: c\nd: e\nstock: polygon\n", False),
        ("the weather data come from polygon", "# Where the data come from\nweather = polygon", True),
    ],
)
def test_what_code_says_stands_on_two_lines(claim: str, code: str, said: bool) -> None:
    assert in_line(claim, "", code) is said


@pytest.mark.parametrize(
    ("claim", "text", "path", "lacks"),
    [
        ("We run it on Kubernetes", "It is run by K8s.", "", ()),
        ("We run it on K8s", "It is run by Kubernetes.", "", ()),
        ("We run it on Kubernetes", "It is run by K7s.", "", ("Kubernetes",)),
        ("The keys of CUSTOM_ICONS are domains", "Adding custom icons: keys are domains", "", ()),
        ("The keys of AccuWeather live long", "The keys live long", "providers/accuweather/keys.py", ()),
        ("The keys of AccuWeather live long", "The keys live long", "providers/polygon/keys.py", ("AccuWeather",)),
        ("The timer counts microseconds", "The timer counts in ms", "", ("microseconds",)),
        ("The timer counts milliseconds", "The timer counts in ms", "", ()),
        ("It may be kept for 300 minutes", "ttl_sec = 300 # 5 mins", "", ("300 minutes",)),
        ("It may be kept for 300 seconds", "ttl_sec = 300 # 5 mins", "", ()),
        ("It tells apples, pears and plums apart", "It tells apples, pears and figs apart.", "", ("plums",)),
        ("It tells apples, pears and plums apart", "It tells plums, apples and pears apart.", "", ()),
    ],
)
def test_a_name_may_be_written_otherwise_and_a_unit_or_an_item_may_not(
    claim: str, text: str, path: str, lacks: tuple[str, ...]
) -> None:
    assert lacking(claim, text, path) == lacks


def test_the_code_below_a_passage_may_name_what_it_speaks_of() -> None:
    text = "# Guide\n\nSwitch the firewall on in the config of the app:\n\n```\nenable_waf = true\n```\n"
    claim = "the firewall of the app is switched on by `enable_waf`"
    seen = read(claim, passages(text, "markdown"), source_of("a.md", text))
    assert (seen.relation, seen.lacks) == (Relation.SPEAKS, ())
    assert "enable_waf = true" in seen.words
    below = text.replace("\n```\nenable", "\nOr not.\n\n```\nenable")
    assert read(claim, passages(below, "markdown"), source_of("a.md", text)).lacks == ("enable_waf",)


def test_words_in_a_row_spell_a_name_of_their_first_letters() -> None:
    assert lacking("A PR gets an env", "A pull request gets an env") == ()
    assert lacking("A PR gets an env", "A poll is requested") == ("PR",)


@pytest.mark.parametrize(
    ("claim", "text", "lacks"),
    [
        ("Sent every 30 minutes", "Sent every half hour", ()),
        ("Sent every 30 minutes", "Sent every half an hour", ()),
        ("Keeps 1 hour of mail", "Keeps an hour's worth of mail", ()),
        ("Alerts over half an hour", "Alerts over an hour", ("0.5 hour",)),
        ("Deleted once a week old", "Deleted after 7 days", ()),
        ("Deleted once a week old", "Deleted after 8 days", ("week",)),
        ("It listens on 8080", "docker run -p 8080:80", ()),
        ("It runs at 12:30", "It runs at 12:31", ("12:30",)),
    ],
)
def test_times_in_words_and_pairs_of_ports_are_figures(claim: str, text: str, lacks: tuple[str, ...]) -> None:
    assert lacking(claim, text) == lacks


def test_the_nearest_passage_speaks_for_its_document() -> None:
    """What is only an option isn't stated because another passage has some of its words."""
    text = (
        "# 3. Cache\n\n## Considered options\n\n- Keep sessions in a cache of each server in memory.\n"
        "- Keep sessions in the shared cache.\n\n## Decision\n\nWe keep sessions in the shared cache.\n"
    )
    source = source_of("docs/adr/0003-cache.md", text, record=True)
    some = passages(text, "markdown")
    assert read("sessions are kept in memory by each server's cache", some, source).relation is Relation.UNSTATED
    assert read("sessions are kept in the cache that is shared", some, source).relation is Relation.SPEAKS


PROSE = st.lists(st.from_regex(r"[a-z]{3,8}", fullmatch=True), min_size=3, max_size=12).map(" ".join)


@given(PROSE, st.integers(1000, 9999))
@settings(max_examples=100, derandomize=True, deadline=None)
def test_a_figure_that_the_passage_lacks_is_never_cited(text: str, figure: int) -> None:
    claim = f"{text} {figure}"
    seen = read(claim, passages(f"# A\n\n{text}.\n", "markdown"), source_of("a.md", ""), lambda _, __: 5.0)
    assert lacking(claim, text)
    assert seen.lacks or seen.relation not in (Relation.SAME, Relation.SPEAKS)


@given(st.text(max_size=60), st.text(max_size=60))
@settings(max_examples=100, derandomize=True, deadline=None)
def test_the_quick_look_for_words_finds_the_same(claim: str, text: str) -> None:
    content = terms(claim).content
    assert contained_terms(content, text) == content & terms(text).content
    assert 0 <= may_hold(content, text) <= 1
