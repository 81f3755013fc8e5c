"""Titles become questions that people would ask."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.app import App
from scrubjay.context.briefing.questions import decision_question, heading_question, is_topic, suggest
from tests.conftest import Repo


@pytest.mark.parametrize(
    ("title", "asked"),
    [
        ("Use SQLite", "why do we use SQLite?"),
        ("Use The New SQLite Driver", "why do we use the new SQLite driver?"),
        ("2. Login forms", "what did we decide about login forms?"),
        ("ADR-0007: Keep the core synchronous", "why do we keep the core synchronous?"),
        ("Using Kafka for events", "why are we using Kafka for events?"),
        ("Why events carry ids", "why events carry ids?"),
        ("OEP-12 Event bus", "what did we decide about event bus?"),
        ("AMQP over HTTP.", "what did we decide about AMQP over HTTP?"),
        ("Answer memories in a part of their own", ""),
        ("ADR Template", ""),
        ("Postgres", ""),
        ("", ""),
        ("x " * 100, ""),
    ],
)
def test_a_decisions_title_becomes_the_question_it_answers(title: str, asked: str) -> None:
    assert decision_question(title) == asked


@pytest.mark.parametrize(
    ("heading", "asked"),
    [
        ("Usage > Deploy the canary", "how do I deploy the canary?"),
        ("3.1 Running it with Docker", "what do the documents say about running it with Docker?"),
        ("What? Explicit declarations?", ""),
        ("Magpie", ""),
        ("Release notes", ""),
        ("String formatting", ""),
        ("The lamps of the mine", ""),
        ("background_tasks", ""),
        ("admonition:: Synchronous and asynchronous callables", ""),
        ("How to release", "how to release?"),
        ("API", ""),
        ("", ""),
        ("Signing With Timestamps", "what do the documents say about signing with timestamps?"),
        ("Signing with Timestamps", "what do the documents say about signing with Timestamps?"),
        ("How To Sign With A Key Of YAML", "how to sign with a key of YAML?"),
    ],
)
def test_a_heading_becomes_a_question(heading: str, asked: str) -> None:
    assert heading_question(heading) == asked


@pytest.mark.parametrize(
    ("heading", "text", "topic"),
    [
        ("Usage > Deploy the canary", "## Deploy the canary\n\nThe canary is deployed by `ship`.", True),
        ("Set timeouts", "Set timeouts\n============\n\nA timeout is set so::\n\n    wait(5)", True),
        ("Deploy the canary", "## Deploy the canary\n\nThe canary sings at noon.", False),  # no code
        ("Deploy the canary", "## Deploy the canary\n\nSee `ship`.", False),  # of something else
        ("Deploy the canary", "## Deploy the canary\n", False),  # empty
        ("(28th November, 2024)", "### (28th November, 2024)\n\nCorrect the `json` argument.", False),
        ("1.2.0", "## 1.2.0\n\nThe `json` argument of 1.2.0.", False),
        ("Our Standards", "## Our Standards\n\nUsing welcoming and inclusive language.", False),
        ("Introduction", "# Introduction\n\n`ship` deploys the canary.", False),
        ("Added", "### Added\n\nAdded `ship`.", False),
        ("", "`ship` deploys the canary.", False),
    ],
)
def test_a_section_is_a_topic_when_its_text_speaks_of_its_heading(heading: str, text: str, topic: bool) -> None:
    assert is_topic(heading, text) is topic


CHANGELOG = """\
# Changelog

## (28th November, 2024)

### Added

* Added `--fast`.

## (27th August, 2024)

### Added

* Added `--slow`.
"""

GUIDE = f"""\
# Guide

{"Birds live in the mine. " * 40}

## Deploy the canary

The canary is deployed by `ship canary`. {"It takes a lamp with it. " * 40}

## Our standards

{"We are welcoming and kind. " * 40}
"""


def test_suggested_questions_are_answered_by_their_own_section(app: App, repo: Repo) -> None:
    repo.commit("first", {"CHANGELOG.md": CHANGELOG, "docs/guide.md": GUIDE})
    workspace = app.initialise(repo.path)
    documents, view = workspace.documents, workspace.documents.view()
    documents.ingest(view, cause="test")
    assert suggest(documents, workspace.recall, view) == ("how do I deploy the canary?",)


def test_where_nothing_is_fit_to_ask_nothing_is_suggested(app: App, repo: Repo) -> None:
    repo.commit("first", {"CHANGELOG.md": CHANGELOG})
    workspace = app.initialise(repo.path)
    documents, view = workspace.documents, workspace.documents.view()
    documents.ingest(view, cause="test")
    assert suggest(documents, workspace.recall, view) == ()


def test_a_decision_whose_title_does_not_find_it_is_not_suggested(app: App, repo: Repo) -> None:
    """The guide answers what the title of the first asks."""
    repo.commit(
        "first",
        {
            "docs/adr/0001-use-canaries.md": "# 1. Use canaries\n\n## Status\n\nAccepted\n\nSee the guide.\n",
            "docs/adr/0002-keep-lamps.md": "# 2. Keep oil lamps\n\n## Status\n\nAccepted\n\nOil lamps are lit.\n",
            "docs/why-we-use-canaries.md": "# Why do we use canaries\n\nWhy we use canaries: canaries sing.\n",
        },
    )
    workspace = app.initialise(repo.path)
    documents, view = workspace.documents, workspace.documents.view()
    documents.ingest(view, cause="test")
    assert suggest(documents, workspace.recall, view) == ("why do we keep oil lamps?",)


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.text(max_size=200))
def test_any_title_gives_one_line_or_nothing(title: str) -> None:
    for asked in (decision_question(title), heading_question(title)):
        assert "\n" not in asked
        assert asked == "" or asked.endswith("?")
