"""What a section is follows from the words of its heading: in a manual other than in a record."""

import pytest

from scrubjay.memory.grounding.sections import is_label, section_of, source_of
from scrubjay.memory.grounding.tables import heading_words
from scrubjay.model.evidence import PlaceKind

P = PlaceKind
MANUAL = source_of("docs/guide.md", "")
RECORD = source_of("docs/adr/0003-cache.md", "## Decision\n", record=True)


@pytest.mark.parametrize(
    ("heading", "place"),
    [
        ("Context", P.STATES),
        ("Context variables", P.STATES),
        ("Passing context to a thread", P.STATES),
        ("Background jobs", P.STATES),
        ("Template languages", P.STATES),
        ("Global options", P.STATES),
        ("focus(history)", P.STATES),
        ("The `roadmap` key", P.STATES),
        ("Transactions and saving your changes", P.STATES),
        ("Summary of changes", P.HISTORY),
        ("Your changes", P.HISTORY),
        ("Background", P.CONTEXT),
        ("Legacy thread context", P.HISTORY),
        ("Rejected designs", P.OPTION),
        ("Future caches", P.PLAN),
        ("Plan for the next year", P.PLAN),
        ("Alternatives to Redis", P.OPTION),
        ("Option B", P.OPTION),
        ("Release plan", P.PLAN),
    ],
)
def test_a_word_that_belongs_to_the_name_of_a_manuals_matter_makes_no_section(heading: str, place: PlaceKind) -> None:
    assert section_of(("Guide", heading), MANUAL) is place


@pytest.mark.parametrize(
    ("heading", "place"),
    [
        ("Don't do this", P.FRAGMENT),
        ("2. What not to do", P.FRAGMENT),
        ("Won't do", P.FRAGMENT),
        ("Never in production", P.FRAGMENT),
        ("Anti-patterns of caching", P.FRAGMENT),
        ("Out of scope for now", P.FRAGMENT),
        ("Common misconceptions about caches", P.FRAGMENT),
        ("Myth: caches are free", P.FRAGMENT),
        ("If you use Postgres", P.FRAGMENT),
        ("Unless a proxy answers", P.FRAGMENT),
        ("When running on Windows", P.FRAGMENT),
        ("Bad practices", P.FRAGMENT),
        ("Code smells", P.FRAGMENT),
        ("What could go wrong", P.FRAGMENT),
        ("Nicht machen", P.FRAGMENT),
        ("Misuse detection", P.STATES),
        ("Things that used to be true", P.HISTORY),
        ("Before the move", P.HISTORY),
        ("Before you begin", P.STATES),
        ("Limits of version 1 (retired)", P.HISTORY),
        ("Quotas under discussion", P.PLAN),
        ("Draft: quotas", P.PLAN),
        ("Hypothesis", P.PLAN),
        ("Hypothesis tests", P.STATES),
        ("Wish list", P.PLAN),
        ("Objections", P.OPTION),
        ("Counterexamples", P.EXAMPLE),
        ("User stories", P.EXAMPLE),
        ("Before version 3", P.HISTORY),
        ("Until 2.0", P.HISTORY),
        ("Old behaviour", P.HISTORY),
        ("Previous servers", P.HISTORY),
        ("Next steps for the cache", P.PLAN),
        ("Follow-ups", P.PLAN),
        ("When to use a cache", P.STATES),
        ("When is a page cached?", P.STATES),
        ("If statements", P.STATES),
        ("Notifications", P.STATES),
    ],
)
def test_a_heading_that_begins_with_a_denial_a_condition_or_another_time_states_nothing(
    heading: str, place: PlaceKind
) -> None:
    assert section_of(("Guide", heading), MANUAL) is place


def test_the_title_of_a_readme_names_the_project() -> None:
    title = ("Site archive",)
    assert section_of(title, source_of("README.md", "")) is P.STATES
    assert section_of(title, MANUAL) is P.HISTORY


@pytest.mark.parametrize("title", ["Recommended option", "Chosen alternative"])
def test_the_option_that_was_taken_is_the_decision(title: str) -> None:
    assert section_of(("3. Cache", title), RECORD) is P.STATES
    assert section_of(("3. Cache", f"Pros and cons of the {title.lower()}"), RECORD) is P.OPTION


@pytest.mark.parametrize(
    ("lead", "label"),
    [
        ("Considered options:", True),
        ("We rejected these:", True),
        ("We use these servers:", False),
        ("Options:", False),
    ],
)
def test_what_a_heading_could_say_is_a_label(lead: str, label: bool) -> None:
    assert is_label(lead, MANUAL) is label


def test_every_heading_word_has_a_kind_that_exists() -> None:
    kinds = {"context", "option", "plan", "fixed", "history", "example", "quotation", "decides", "neutral"}
    assert set(heading_words().values()) == kinds
