"""Whose words a memory is: told by a person, quoted from a source, said by an agent with its ground's words beneath."""

import pytest

from scrubjay.app import App, Workspace
from scrubjay.memory.freshness.wording import grounds_line, grounds_of
from scrubjay.memory.listing.filters import ListFilters
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin, ValidationResult
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Blocked, Known, Memory, MemoryStatus, Stored
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.outcome import outcome_lines, outcome_object
from scrubjay.search.recall.render import render
from tests.behaviour.conftest import ingest
from tests.conftest import Repo

RULES = """\
# Rules

Never store sessions in the client. Panics are only for programmer errors.

Pull requests stay small: one change each.

Error strings start in lower case. Tests listen on port 9080.
"""
QUEUE = "# ADR-001: Queue\n\n## Status\n\n{}\n\n## Decision\n\nWe use RabbitMQ for the job queue.\n"
NEXT = """\
# ADR-002: Queue on PostgreSQL

## Status

Accepted. Supersedes ADR-001

## Decision

We use PostgreSQL for the job queue, because RabbitMQ lost jobs.
"""
TOKENS = """\
# ADR-007: Tokens

## Status

Accepted

## Decision

We chose JWT with short-lived access tokens (15 min) and refresh tokens (7 days).
"""


@pytest.fixture
def at(app: App, repo: Repo) -> Workspace:
    files: dict[str, str | bytes] = {
        "docs/rules.md": RULES,
        "docs/adr/ADR-001-queue.md": QUEUE.format("Accepted"),
        "docs/adr/ADR-007-tokens.md": TOKENS,
    }
    repo.commit("Begin", files)
    opened = app.initialise(repo.path)
    ingest(opened)
    return opened


def says(at: Workspace, content: str, **more: object) -> Stored:
    outcome = at.memories.remember(RememberRequest(content=content, author="ada", **more))  # type: ignore[arg-type]
    assert isinstance(outcome, Stored), outcome
    return outcome


def tells(at: Workspace, content: str, **more: object) -> Stored:
    return says(at, content, origin=Origin.PERSON, act=Act.TYPED, **more)


def standing(at: Workspace, id: str) -> tuple[Grade, str]:
    graded = at.grades.of([id], at.documents.view())[id]
    return graded.grade, grounds_line(graded)


TOLD = ("Nobody may keep sessions in the client here", "We never open large pull requests for new services")


def test_what_a_person_told_leans_on_nothing_that_nobody_named(at: Workspace) -> None:
    for content in TOLD:
        id = tells(at, content).id
        assert standing(at, id) == (Grade.TOLD, "")
        text = render(at.recall.search(RecallRequest(query=content, kinds=("memory",))))
        assert content in text
        assert "docs/rules.md" not in text
        assert content in at.briefer.compose().text


def test_a_place_that_a_person_names_stands_beneath_their_own_words(at: Workspace) -> None:
    id = tells(at, "Sessions never live in the client (docs/rules.md:3)").id
    grade, words = standing(at, id)
    assert grade is Grade.TOLD
    assert words.startswith('docs/rules.md:3 › Rules: "Never store sessions in the client.')


DENIALS = [
    "We chose session cookies, not JWT, with refresh tokens (ADR-007)",
    "Panics are fine for normal error handling (docs/rules.md:3)",
    "Pull requests should be large (docs/rules.md:5)",
    "Error strings start with a capital letter (docs/rules.md:7)",
    "Store sessions in the client (docs/rules.md:3)",
]


@pytest.mark.parametrize("content", DENIALS)
def test_a_denial_of_the_place_that_it_names_is_said_and_never_stands_without_the_places_words(
    at: Workspace, content: str
) -> None:
    outcome = says(at, content)
    told = outcome_object(outcome)
    assert (told["outcome"], told["grade"]) == ("stored", "said")
    (ground,) = told["grounds"]
    assert ground["words"]
    graded = at.grades.of([outcome.id], at.documents.view())[outcome.id]
    assert graded.grade < Grade.QUOTED
    (shown,) = grounds_of(graded)
    text = render(at.recall.search(RecallRequest(query=content, kinds=("memory",))))
    assert shown.words.split(". ")[0] in text


def test_a_sentence_of_a_current_decision_is_quoted_until_the_decision_is_superseded(at: Workspace, repo: Repo) -> None:
    id = says(at, "We use RabbitMQ for the job queue").id
    assert standing(at, id)[0] is Grade.QUOTED
    repo.commit(
        "Decide anew",
        {"docs/adr/ADR-001-queue.md": QUEUE.format("Superseded by ADR-002"), "docs/adr/ADR-002-queue.md": NEXT},
    )
    ingest(at)
    grade, words = standing(at, id)
    assert grade is Grade.SAID
    assert "superseded by ADR-002" in words
    assert 'now "We use PostgreSQL for the job queue, because RabbitMQ lost jobs.' in words
    late = says(at, "RabbitMQ is used for the job queue")
    assert standing(at, late.id) == (Grade.SAID, "no source"), "its successor is no source of it"
    assert [one.name for one in late.result.near] == ["docs/adr/ADR-002-queue.md"]


def test_what_stands_near_is_shown_once_and_stored_nowhere(at: Workspace) -> None:
    outcome = says(at, "Access tokens are short-lived, 60 min, and refresh tokens too")
    (near,) = outcome_object(outcome)["near"]
    assert near.startswith("docs/adr/ADR-007-tokens.md: “We chose JWT")
    assert "**15 min**" in near
    assert standing(at, outcome.id) == (Grade.SAID, "no source")
    assert any(line.startswith("near: docs/adr/ADR-007-tokens.md") for line in outcome_lines(outcome))


ROTATES = "The logs of each worker are rotated every single night and kept for as long as the disk has room for them"
REWORDED = ROTATES.replace("the disk", "a disk")
"""The same but for its articles, and so another sentence."""


def holding(at: Workspace) -> dict[str, Memory]:
    return {one.content: one for one in at.memories.believed()}


def test_a_persons_other_wording_is_told_and_supersedes_what_the_agent_said(at: Workspace) -> None:
    said = says(at, ROTATES)
    told = tells(at, REWORDED)
    assert standing(at, told.id) == (Grade.TOLD, "")
    assert set(holding(at)) == {REWORDED}
    assert at.memories.get(said.id).status is MemoryStatus.SUPERSEDED


def test_the_same_whole_sentence_passes_the_persons_grade_to_the_known_memory(at: Workspace) -> None:
    said = says(at, ROTATES)
    request = RememberRequest(
        content=f"{ROTATES[0].lower()}{ROTATES[1:]}.", author="anna", origin=Origin.PERSON, act=Act.TYPED
    )  # fmt: skip
    outcome = at.memories.remember(request)
    assert isinstance(outcome, Known)
    assert (outcome.id, standing(at, said.id)[0]) == (said.id, Grade.TOLD)


def test_an_agents_other_wording_of_what_is_told_is_known_and_adds_nothing(at: Workspace) -> None:
    told = tells(at, ROTATES)
    request = RememberRequest(content=f"{REWORDED} (docs/rules.md:3)", author="ada")
    outcome = at.memories.remember(request)
    assert isinstance(outcome, Known)
    result: ValidationResult = outcome.result
    assert (outcome.id, result.same) == (told.id, False)
    assert standing(at, told.id) == (Grade.TOLD, "")
    assert list(holding(at)) == [ROTATES]


def test_a_rival_of_what_is_told_is_kept_and_shown_as_contradicting_it(at: Workspace) -> None:
    told = tells(at, "The test server of the shop listens on port 9081")
    rival = says(at, "The test server of the shop listens on port 9082")
    assert rival.result.contradicts == (told.id,)
    assert outcome_object(rival)["other"]["relation"] == "rival"
    (need,) = at.needs(at.documents.view())
    listed = at.listed(ListFilters(state="contradicted")).memories
    assert (need.name, need.number, {row.memory.id for row in listed}) == ("contradicted", 1, {told.id, rival.id})
    near = says(at, "Orders of the shop are tested by a server that listens on some port")
    assert near.result.contradicts == ()


WEEK = [
    ("Pull requests must stay small (docs/rules.md:5)", "said", "same"),
    ("Error strings start in lower case (docs/rules.md:7)", "quoted", "same"),
    ("Tests listen on port 9443 (docs/rules.md:7)", "said", "same"),
    ("The user prefers table-driven tests with testify", "said", ""),
    ("We decided to keep the filter in its own file because filters.go is too long", "said", ""),
    ("The linter takes about four minutes on this machine, so run it on the changed package only", "said", ""),
]


def test_a_week_of_an_agents_notes_is_kept_at_once_each_by_whose_words_it_is(at: Workspace) -> None:
    for content, grade, state in WEEK:
        told = outcome_object(says(at, content))
        assert (told["grade"], [ground["state"] for ground in told["grounds"]]) == (grade, [state] if state else [])
    assert outcome_object(says(at, "Tests listen on port 9443 there (docs/rules.md:7)"))["grounds"][0]["mark"] == (
        "doesn't name 9443"
    )
    guess = at.memories.remember(RememberRequest(content="I think the queue is slow", author="ada"))
    assert isinstance(guess, Blocked)


def test_a_sentence_that_is_said_before_its_document_was_read_is_quoted_once_it_is_said_again(
    at: Workspace, repo: Repo
) -> None:
    repo.commit("Build a kiln", {"docs/kiln.md": "# Kiln\n\nThe kiln burns at 900 degrees every single day.\n"})
    early = says(at, "The kiln burns at 900 degrees every single day")
    assert standing(at, early.id)[0] is Grade.SAID
    ingest(at)
    request = RememberRequest(content="The kiln burns at 900 degrees every single day.", author="ada")
    outcome = at.memories.remember(request)
    assert isinstance(outcome, Known)
    assert (outcome.id, standing(at, early.id)[0]) == (early.id, Grade.QUOTED)
