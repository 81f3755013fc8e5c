"""Only a place that states can verify: what a sentence is follows from where it stands."""

import pytest

from scrubjay.memory.grounding.passages import passages
from scrubjay.memory.grounding.places import place_of
from scrubjay.memory.grounding.sections import source_of
from scrubjay.model.evidence import PlaceKind
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
        (f"# Guide\n\n{CLAIM} No longer so since May.\n", P.TAKEN_BACK),
        (f"# Guide\n\n{CLAIM}\n\nNo longer so since May.\n", P.TAKEN_BACK),
        (f"# Guide\n\nFormerly:\n\n{CLAIM}\n", P.TAKEN_BACK),
        (f"# Guide\n\n{CLAIM} It is used to store pages.\n", P.STATES),
        (f"# Guide\n\n{CLAIM} It used to store pages.\n", P.TAKEN_BACK),
        (f"# Guide\n\n{CLAIM} This can be changed by a setting.\n", P.STATES),
        (f"# Guide\n\n{CLAIM} Actually it's Redis by now.\n", P.TAKEN_BACK),
        (f"# Guide\n\n{CLAIM} Correction: Redis.\n", P.TAKEN_BACK),
        (f"# Guide\n\n{CLAIM} UPDATE 2024-03: Redis, for its streams and its tools.\n", P.TAKEN_BACK),
        (f"# Guide\n\n{CLAIM} Update the settings first.\n", P.STATES),
        (f"# Guide\n\n<details><summary>Old rules</summary>\n\n{CLAIM}\n\n</details>\n", P.HISTORY),
        (f"# Guide\n\n<details>\n<summary>Old rules</summary>\nAll.\n</details>\n\n{CLAIM}\n", P.STATES),
        (f"# Guide\n\n<details>\n<summary>How to cache</summary>\n\n{CLAIM}\n</details>\n", P.STATES),
        (f"# Guide\n\n> {CLAIM}\n", P.QUOTATION),
        (f"# Guide\n\n```\n{CLAIM}\n```\n", P.CODE),
        (f"# Guide\n\n    {CLAIM}\n", P.CODE),
        (f"# Guide\n\n    All is well.\n    {CLAIM}\n", P.CODE),
        (f"# Guide\n\n<blockquote>\n\n{CLAIM}\n\n</blockquote>\n", P.QUOTATION),
        (f"# Guide\n\n<!--\n{CLAIM}\n-->\n", P.COMMENT),
        (f"# Guide\n\n- [ ] {CLAIM}\n", P.PLAN),
        (f"# Guide\n\n- [x] Cache\n  - {CLAIM}\n", P.PLAN),
        (f"# Guide\n\n## To-do\n\n- {CLAIM}\n", P.PLAN),
        (f"# Guide\n\nSend signals. (Not on Windows.)\n\n- {CLAIM}\n", P.STATES),
        (f"# Guide\n\n!!! warning\n    Caches are deprecated.\n\n{CLAIM}\n", P.TAKEN_BACK),
        (f"# Guide\n\n> [!WARNING]\n> Caches are deprecated.\n\n{CLAIM}\n\n## More\n\nMore.\n", P.TAKEN_BACK),
        (f'# Guide\n\n<div class="warning">\n  Caches are deprecated.\n</div>\n\n{CLAIM}\n', P.TAKEN_BACK),
        (f"# Guide\n\n## Stores\n\n!!! note\n    Caches are obsolete.\n\n### Use\n\n{CLAIM}\n", P.TAKEN_BACK),
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
        (f"= Guide\n\n[source,ruby]\n----\n{CLAIM}\n----\n", "asciidoc", P.CODE),
        (f"= Guide\n\n[cols=2]\n|===\n|[source]\n----\n{CLAIM}\n----\n|===\n", "asciidoc", P.TABLE),
        (f"= Guide\n\n {CLAIM}\n", "asciidoc", P.CODE),
        (f"= Guide\n\n* Rules.\n  {CLAIM}\n", "asciidoc", P.STATES),
        (f"Guide\n=====\n\nHe said:\n\n   {CLAIM}\n", "rst", P.QUOTATION),
        (f"Guide\n=====\n\n- Rules.\n\n  {CLAIM}\n", "rst", P.STATES),
        (f"Guide\n-----\n\n{CLAIM}\n", "text", P.STATES),
        (f"def f():\n    # {CLAIM}\n    return 1\n", "code:python", P.COMMENT),
        (f"x = 1\n/* {CLAIM} */\n", "code:c", P.COMMENT),
    ],
)
def test_other_formats(text: str, format: Format, place: PlaceKind) -> None:
    assert kind(text, format) is place


@pytest.mark.parametrize("line", [f"![{CLAIM}](a.png)", f"[![{CLAIM}](a.svg)](https://example.com)"])
def test_a_line_that_is_an_image_is_no_passage(line: str) -> None:
    assert [one.text for one in passages(f"# Guide\n\n{line}\n\nMore.\n", "markdown")] == ["Guide", "More."]


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


@pytest.mark.parametrize("weighed", ["We considered CockroachDB.", "We also evaluated a cache.", "We rejected Redis."])
def test_what_was_weighed_is_no_decision_even_in_its_section(weighed: str) -> None:
    text = f"# 3. Store\n\n## Decision\n\nWe use Postgres. {weighed}\n"
    passage = passages(text, "markdown")[-1]
    source = source_of("docs/adr/0003-store.md", text, record=True)
    assert [place_of(passage, number, source) for number in (0, 1)] == [P.STATES, P.OPTION]


@pytest.mark.parametrize("opener", ["It uses Valkey here.", "This uses Valkey here.", "Such caches use Valkey."])
def test_what_leans_on_the_sentence_before_states_nothing_alone(opener: str) -> None:
    (_, passage) = passages(f"# Guide\n\n{opener}\n", "markdown")
    assert place_of(passage, 0, source_of("a.md", "")) is P.FRAGMENT


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f"Don't:\n\n{CLAIM}\n", P.FRAGMENT),
        (f"**Wrong**\n\n{CLAIM}\n", P.FRAGMENT),
        (f"Myth:\n\n- {CLAIM}\n", P.FRAGMENT),
        (f"If you must:\n\n- {CLAIM}\n", P.FRAGMENT),
        (f"Before:\n\n{CLAIM}\n", P.FRAGMENT),
        (f"## Don't\n\n{CLAIM}\n", P.FRAGMENT),
        (f"## Common mistakes\n\n- {CLAIM}\n", P.FRAGMENT),
        (f"## Don't wait for a cache to fill up\n\n{CLAIM}\n", P.STATES),
        (f"A bad page is cached, too.\n\n{CLAIM}\n", P.STATES),
        (f"## Do\n\n- {CLAIM}\n", P.STATES),
    ],
)
def test_what_stands_below_a_label_states_nothing(text: str, place: PlaceKind) -> None:
    assert kind(f"# Guide\n\n{text}") is place


HEADINGS = """\
risks: plan\nthreats: plan\nroadmap: plan\nideas: plan\nproposal: plan\nalternatives: option\nbackground: context
user stories: example\nexamples: example\narchive: history\nchangelog: history\nRisiken: plan\nHintergrund: context
Alternativen: option\nExemples: example\nAlternativas: option\nUsage: states"""
"""A heading and the kind of what stands below it, some in other languages."""


def test_the_table_of_headings_says_what_a_section_is() -> None:
    seen = {
        row.partition(":")[0]: str(kind(f"# Guide\n\n## {row.partition(':')[0]}\n\n{CLAIM}\n"))
        for row in HEADINGS.split("\n")
    }
    wanted = {row.partition(":")[0]: row.partition(": ")[2] for row in HEADINGS.split("\n")}
    wanted = {title: "what changed once" if place == "history" else place for title, place in wanted.items()}
    assert seen == wanted


@pytest.mark.parametrize("name", ["**pages**", "`pages`", ":class:`pages`", "{class}`~pages`"])
def test_a_sentence_may_begin_with_a_name_that_is_marked_as_one(name: str) -> None:
    (passage,) = passages(f"{name} holds every page of a site.", "rst")
    assert place_of(passage, 0, source_of("a.rst", "")) is P.STATES


@pytest.mark.parametrize(
    ("opening", "place"),
    [
        ("Imagine the queue is full of parcels.", P.EXAMPLE),
        ("For example, the queue holds nine parcels.", P.EXAMPLE),
        ("As a publisher, I want drafts to be kept for a week.", P.EXAMPLE),
        ("Angenommen, die Warteschlange ist voll.", P.EXAMPLE),
        ("As a rule, we keep drafts for a week.", P.STATES),
    ],
)
def test_a_sentence_that_makes_something_up_or_tells_a_users_story_states_nothing(
    opening: str, place: PlaceKind
) -> None:
    (passage,) = (one for one in passages(f"# Guide\n\n{opening}\n", "markdown") if one.form == "paragraph")
    assert place_of(passage, 0, source_of("docs/guide.md", "")) is place
