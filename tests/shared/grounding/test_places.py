"""Only a place that states can verify: what a sentence is follows from where it stands."""

import pytest

from scrubjay.grounding.passages import passages
from scrubjay.grounding.places import place_of
from scrubjay.grounding.reading import read
from scrubjay.grounding.sections import source_of
from scrubjay.model.evidence import PlaceKind, Relation
from scrubjay.model.view import Format

P = PlaceKind
CLAIM = "Use Valkey for each cache."


def kind(text: str, format: Format = "markdown", path: str = "docs/guide.md", *, record: bool = False) -> PlaceKind:
    """What the place is where CLAIM stands in a document."""
    source = source_of(path, text, record=record)
    for passage in passages(text, format):
        for number, sentence in enumerate(passage.sentences):
            if sentence.strip("*_` |") == CLAIM or (sentence.endswith(CLAIM) and passage.form in {"code", "comment"}):
                return place_of(passage, number, source)
    raise AssertionError([(one.form, one.text) for one in passages(text, format)])


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f"# Guide\n\n{CLAIM}\n", P.STATES),
        (f"# Guide\n\nWe do this. {CLAIM} All is well.\n", P.STATES),
        (f"# Guide\n\n- {CLAIM}\n- Keep it.\n", P.STATES),
        (f"# Guide\n\nOur rules:\n\n- {CLAIM}\n", P.STATES),
        (f"# Guide\n\n> [!NOTE]\n> {CLAIM}\n", P.STATES),
        (f"# Guide\n\nWe rejected these:\n\n- {CLAIM}\n", P.OPTION),
        (f"# Guide\n\nConsidered options:\n\n- {CLAIM}\n", P.OPTION),
        (f"# Guide\n\nWe rejected these servers:\n\n- {CLAIM}\n", P.FRAGMENT),
        (f"# Guide\n\nDon't wait unless you must.\n\n- {CLAIM}\n", P.STATES),  # a statement of its own
        (f"# Guide\n\n- Not any more:\n  - {CLAIM}\n", P.FRAGMENT),
        (f"# Guide\n\nIf you cache:\n\n1. {CLAIM}\n", P.FRAGMENT),
        (f"# Guide\n\nWhen you cache:\n\n1. {CLAIM}\n", P.FRAGMENT),
        (f"# Guide\n\nDo this when:\n\n1. {CLAIM}\n", P.FRAGMENT),
        (f"# Guide\n\nOur rules when we cache:\n\n1. {CLAIM}\n", P.STATES),
        (f"# Guide\n\n{CLAIM} This is no longer true.\n", P.TAKEN_BACK),
        (f"# Guide\n\n{CLAIM}\n\nThat changed in 2.0.\n", P.TAKEN_BACK),
        (f"# Guide\n\nUntil 2.0: {CLAIM}\n", P.STATES),  # one sentence, the claim isn't it
        (f"# Guide\n\nFormerly:\n\n{CLAIM}\n", P.TAKEN_BACK),
        (f"# Guide\n\n{CLAIM} It is used to store pages.\n", P.STATES),
        (f"# Guide\n\n{CLAIM} It used to store pages.\n", P.TAKEN_BACK),
        (f"# Guide\n\n{CLAIM} This can be changed by a setting.\n", P.STATES),
        (f"# Guide\n\n> {CLAIM}\n", P.QUOTATION),
        (f"# Guide\n\n```\n{CLAIM}\n```\n", P.CODE),
        (f"# Guide\n\n    {CLAIM}\n", P.CODE),
        (f"# Guide\n\n<!--\n{CLAIM}\n-->\n", P.COMMENT),
        (f"# Guide\n\n- [ ] {CLAIM}\n", P.PLAN),
        (f"# Guide\n\n- [x] Cache\n  - {CLAIM}\n", P.PLAN),
        (f"# Guide\n\n## To-do\n\n- {CLAIM}\n", P.PLAN),
        (f"# Guide\n\nSend signals. (Not on Windows.)\n\n- {CLAIM}\n", P.STATES),
        (f"# Guide\n\n!!! warning\n    Caches are deprecated.\n\n{CLAIM}\n", P.TAKEN_BACK),
        (f"# Guide\n\n> [!WARNING]\n> Caches are deprecated.\n\n{CLAIM}\n\n## More\n\nMore.\n", P.TAKEN_BACK),
        (f'# Guide\n\n<div class="warning">\n  Caches are deprecated.\n</div>\n\n{CLAIM}\n', P.TAKEN_BACK),
        (f"# Guide\n\n## Old\n\n!!! note\n    Caches are obsolete.\n\n### Use\n\n{CLAIM}\n", P.TAKEN_BACK),
        (f"# Guide\n\n!!! warning\n    Caches are large.\n\n{CLAIM}\n", P.STATES),
        (f"# Guide\n\n{CLAIM}\n\n!!! warning\n    Queues are deprecated.\n", P.STATES),
        (f"# Guide\n\n!!! note\n    Queues are obsolete.\n\n# More\n\n{CLAIM}\n", P.STATES),
        (f"# Guide\n\n## {CLAIM}\n", P.HEADING),
        (f"# Guide\n\n## Considered options\n\n{CLAIM}\n", P.OPTION),
        (f"# Guide\n\n## Context and problem statement\n\n{CLAIM}\n", P.CONTEXT),
        (f"# Guide\n\n## Roadmap\n\n### Next\n\n- {CLAIM}\n", P.PLAN),
        (f"# Guide\n\n## Fixed\n\n- {CLAIM}\n", P.FIXED),
        (f"# Changelog\n\n## 1.2.0\n\n- {CLAIM}\n", P.HISTORY),
        (f"# Guide\n\n## Examples\n\n{CLAIM}\n", P.EXAMPLE),
        (f"# Handbuch\n\n## Verworfene Alternativen\n\n{CLAIM}\n", P.OPTION),
        (f"---\ndraft: true\n---\n# Guide\n\n{CLAIM}\n", P.DRAFT),
    ],
)
def test_markdown(text: str, place: PlaceKind) -> None:
    if place is P.STATES and "Until" in text:
        assert read(CLAIM, passages(text, "markdown"), source_of("a.md", text)).relation is not Relation.SAME
    else:
        assert kind(text) is place


@pytest.mark.parametrize(
    ("text", "format", "place"),
    [
        (f"Guide\n=====\n\n{CLAIM}\n", "rst", P.STATES),
        (f"=====\nGuide\n=====\n\nIdeas\n-----\n\n{CLAIM}\n", "rst", P.PLAN),
        (f"Guide\n=====\n\n.. note::\n\n   {CLAIM}\n", "rst", P.STATES),
        (f"Guide\n=====\n\n.. deprecated:: 2.0\n   {CLAIM}\n", "rst", P.HISTORY),
        (f"Guide\n=====\n\nThus::\n\n    {CLAIM}\n", "rst", P.CODE),
        (f"Guide\n=====\n\n.. {CLAIM}\n", "rst", P.COMMENT),
        (f"= Guide\n\n{CLAIM}\n", "asciidoc", P.STATES),
        (f"= Guide\n\n== Background\n\n* {CLAIM}\n", "asciidoc", P.CONTEXT),
        (f"= Guide\n\n----\n{CLAIM}\n----\n", "asciidoc", P.CODE),
        (f"= Guide\n\n____\n{CLAIM}\n____\n", "asciidoc", P.QUOTATION),
        (f"Guide\n-----\n\n{CLAIM}\n", "text", P.STATES),
        (f"def f():\n    # {CLAIM}\n    return 1\n", "code:python", P.COMMENT),
        (f"x = 1\n/* {CLAIM} */\n", "code:c", P.COMMENT),
    ],
)
def test_other_formats(text: str, format: Format, place: PlaceKind) -> None:
    assert kind(text, format) is place


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("docs/guide.md", P.STATES),
        ("vendor/lib/guide.md", P.VENDORED),
        ("tests/fixtures/guide.md", P.VENDORED),
        ("CHANGELOG.md", P.HISTORY),
        ("docs/archive/guide.md", P.HISTORY),
        ("docs/proposals/guide.md", P.PLAN),
        ("examples/guide.md", P.EXAMPLE),
    ],
)
def test_the_path_tells(path: str, place: PlaceKind) -> None:
    assert kind(f"# Guide\n\n{CLAIM}\n", path=path) is place


@pytest.mark.parametrize(
    ("section", "place"),
    [
        ("Decision", P.STATES),
        ("Decision outcome", P.STATES),
        ("Consequences", P.STATES),
        ("Entscheidung", P.STATES),
        ("Notes", P.CONTEXT),
        ("Decision drivers", P.CONTEXT),
        ("Pros and cons of the options", P.OPTION),
    ],
)
def test_of_a_record_only_its_decision_and_consequences_state(section: str, place: PlaceKind) -> None:
    text = f"# 3. Alternatives to Redis\n\n## {section}\n\n{CLAIM}\n"
    assert kind(text, path="docs/adr/0003-alternatives.md", record=True) is place


@pytest.mark.parametrize("opener", ["It uses Valkey here.", "This uses Valkey here.", "Such caches use Valkey."])
def test_what_leans_on_the_sentence_before_states_nothing_alone(opener: str) -> None:
    (_, passage) = passages(f"# Guide\n\n{opener}\n", "markdown")
    assert place_of(passage, 0, source_of("a.md", "")) is P.FRAGMENT


@pytest.mark.parametrize(
    ("claim", "relation"),
    [
        ("Use Valkey for each cache", Relation.UNSTATED),
        ("Each cache uses Valkey", Relation.UNSTATED),
        ("Valkey was considered for each cache", Relation.SPEAKS),
        ("Valkey is an alternative for each cache", Relation.SPEAKS),
    ],
)
def test_who_leans_on_an_option_must_call_it_one(claim: str, relation: Relation) -> None:
    text = f"# Guide\n\n## Considered options\n\n- {CLAIM}\n"
    assert read(claim, passages(text, "markdown"), source_of("a.md", text)).relation is relation


def test_a_manuals_options_may_be_cited() -> None:
    text = f"# Manual\n\n## Options\n\n{CLAIM}\n"
    assert (
        read("Each cache uses Valkey", passages(text, "markdown"), source_of("a.md", text)).relation is Relation.SPEAKS
    )
    record = source_of("docs/adr/0003-cache.md", text, record=True)
    assert read("Each cache uses Valkey", passages(text, "markdown"), record).relation is Relation.UNSTATED


@pytest.mark.parametrize(
    ("heading", "relation"),
    [
        ("Option 2: caches of our own", Relation.UNSTATED),
        ("Option 2. Caches of our own", Relation.UNSTATED),
        ("Optional caches", Relation.SPEAKS),
        ("Caches with options", Relation.SPEAKS),
    ],
)
def test_a_numbered_label_says_what_a_section_is(heading: str, relation: Relation) -> None:
    text = f"# Guide\n\n## {heading}\n\n{CLAIM}\n"
    assert read("Each cache uses Valkey", passages(text, "markdown"), source_of("a.md", text)).relation is relation


@pytest.mark.parametrize("heading", ["Alternative options for a cache", "Proposal for later"])
def test_a_record_weighs_wherever_it_says_so(heading: str) -> None:
    text = f"# 3. Cache\n\n## Decision\n\nWe wait.\n\n## {heading}\n\n{CLAIM}\n"
    source = source_of("docs/adr/0003-cache.md", text, record=True)
    assert read("Each cache uses Valkey", passages(text, "markdown"), source).relation is Relation.UNSTATED


@pytest.mark.parametrize(
    ("decides", "relation"), [("", Relation.SPEAKS), ("## Decision\n\nWe wait.\n", Relation.UNSTATED)]
)
def test_a_record_without_a_decision_of_its_own_decides_what_it_proposes(decides: str, relation: Relation) -> None:
    text = f"# 3. Cache\n\n## Decision drivers\n\nCost.\n\n## Proposal\n\n{CLAIM}\n\n{decides}"
    source = source_of("docs/adr/0003-cache.md", text, record=True)
    seen = read("Each cache uses Valkey", passages(text, "markdown"), source)
    assert seen.relation is relation
    assert read(CLAIM, passages(text, "markdown"), source).place is P.PLAN, "it never verifies"


def test_code_of_an_option_is_none_of_the_decision() -> None:
    text = "# 3. Cache\n\n## Decision\n\nWe wait.\n\n## Options\n\n### Option 1\n\n```\ncache = valkey\n```\n"
    source = source_of("docs/adr/0003-cache.md", text, record=True)
    assert read("the cache is valkey", passages(text, "markdown"), source).relation is Relation.UNSTATED


@pytest.mark.parametrize(
    ("claim", "relation"),
    [("Each cache uses Valkey", Relation.UNSTATED), ("Legacy: each cache uses Valkey", Relation.SPEAKS)],
)
def test_who_leans_on_what_is_called_legacy_must_say_so(claim: str, relation: Relation) -> None:
    text = f"# Guide\n\n## Legacy servers\n\n{CLAIM}\n"
    assert read(claim, passages(text, "markdown"), source_of("a.md", text)).relation is relation


def test_who_says_in_other_words_what_an_example_shows_may_lean_on_it() -> None:
    text = f"# Guide\n\n## Examples\n\n{CLAIM}\n"
    seen = [read(one, passages(text, "markdown"), source_of("a.md", text)) for one in ("Each cache uses Valkey", CLAIM)]
    assert [(one.relation, one.place) for one in seen] == [
        (Relation.SPEAKS, P.EXAMPLE),
        (Relation.UNSTATED, P.EXAMPLE),
    ]


@pytest.mark.parametrize(("mark", "relation"), [("TODO: ", Relation.UNSTATED), ("", Relation.SPEAKS)])
def test_a_comment_that_leaves_it_to_do_is_a_plan(mark: str, relation: Relation) -> None:
    some = passages(f"x = 1\n\n# {mark}each cache uses Valkey here\n", "code")
    assert read("Each cache uses Valkey", some, source_of("src/a.py", "")).relation is relation


@pytest.mark.parametrize(
    ("after", "relation"),
    [
        ("This is the one that was measured.", Relation.SPEAKS),  # in doubt cited, never verified
        ("This is no longer true.", Relation.UNSTATED),
    ],
)
def test_a_word_of_the_past_near_by_leaves_a_doubt_and_no_more(after: str, relation: Relation) -> None:
    text = f"# Guide\n\n{CLAIM} {after}\n"
    seen = read("Each cache uses Valkey", passages(text, "markdown"), source_of("a.md", text))
    assert (seen.relation, seen.place) == (relation, P.TAKEN_BACK)


@pytest.mark.parametrize(
    ("label", "relation"),
    [
        ("**Cache kinds**: ", Relation.SAME),
        ("**Cache kinds:** ", Relation.SAME),
        ("**Plan of caches**: ", Relation.SPEAKS),  # it may say what becomes of it
        ("**Never cache so**: ", Relation.SPEAKS),
        ("**Myth**: ", Relation.SPEAKS),  # it doesn't name what the sentence is about
        ("**Cache** kinds: ", Relation.SPEAKS),
    ],
)
def test_a_label_in_bold_letters_is_no_part_of_what_it_names(label: str, relation: Relation) -> None:
    text = f"# Guide\n\n- {label}{CLAIM}\n"
    assert read(CLAIM, passages(text, "markdown"), source_of("a.md", text)).relation is relation


@pytest.mark.parametrize(
    ("text", "record", "relation"),
    [
        ("# Use Valkey for each cache\n\n## Status\n\nAccepted\n", True, Relation.SPEAKS),
        ("# Use Valkey for each cache\n\nIt is quick.\n", False, Relation.UNSTATED),
        ("# Caches\n\n## Use Valkey for each cache\n\nIt is quick.\n", True, Relation.UNSTATED),
    ],
)
def test_the_title_of_a_record_names_what_was_decided(text: str, record: bool, relation: Relation) -> None:
    source = source_of("docs/adr/0003-cache.md", text, record=record)
    assert read("Each cache uses Valkey", passages(text, "markdown"), source).relation is relation


@pytest.mark.parametrize("name", ["**pages**", "`pages`", ":class:`pages`", "{class}`~pages`"])
def test_a_sentence_may_begin_with_a_name_that_is_marked_as_one(name: str) -> None:
    (passage,) = passages(f"{name} holds every page of a site.", "rst")
    assert place_of(passage, 0, source_of("a.rst", "")) is P.STATES
