"""Memories over HTTP: filters of searches and lists, what waits, and what wasn't known at a tag."""

from collections.abc import Callable

import pytest

from tests.conftest import Repo
from tests.servers.team.index.conftest import LiveMirror
from tests.servers.team.serving.conftest import ServedTeam

STRIPES = "The port of the zebra host is 8443."


@pytest.fixture
def token(served: ServedTeam, make_repo: Callable[..., Repo], make_mirror: Callable[..., LiveMirror]) -> str:
    """A token that remembers, of a team with one repository and a memory that bears a tag."""
    source = make_repo("shop")
    source.commit("guide", {"docs/guide.md": "# Guide\n\nThe mail queue is drained before a deploy.\n"})
    source.git("tag", "v1")
    make_mirror(source, served.team, "shop").index("v1")
    made = served.token("anna", "search", "remember")
    served.call(made, "remember", content=STRIPES, tags=["zebra"], applies="staging")
    return made


@pytest.mark.parametrize("asked", ["tag:zebra", "applies:staging"])
def test_a_memory_that_bears_what_is_asked_for_isnt_denied(served: ServedTeam, token: str, asked: str) -> None:
    for query in (f"port of the host {asked}", f"mail queue {asked}"):
        text = served.call(token, "search_knowledge", query=query).text
        assert STRIPES in text
        assert "no memory" not in text


@pytest.mark.parametrize(
    ("asked", "told"), [("tag:lion", "no memory bears tag:lion"), ("applies:moon", "no memory says")]
)
def test_what_no_memory_bears_is_said(served: ServedTeam, token: str, asked: str, told: str) -> None:
    assert told in served.call(token, "search_knowledge", query=f"port of the host {asked}").text


def test_a_list_says_of_how_many_it_shows_some(served: ServedTeam, token: str) -> None:
    for number in (1, 2):
        served.call(token, "remember", content=f"The lion cage number {number} holds {number}.", tags=["lion"])
    assert "\n1 of 2" in served.call(token, "list_memories", tags=["lion"], limit=1).text
    assert STRIPES in served.call(token, "list_memories", tags=["zebra"], limit=1).text


def test_no_memory_answers_for_the_moment_of_a_tag(served: ServedTeam, token: str) -> None:
    text = served.call(token, "search_knowledge", query="port of the zebra host", as_of="v1").text
    assert "zebra host is" not in text
    assert " · as of v1" in text.splitlines()[0]
    assert "(20" in text.splitlines()[0]


def test_a_proposal_to_every_team_is_marked_for_its_author(served: ServedTeam, token: str) -> None:
    served.call(token, "remember", content="Every team deploys on Tuesdays.", scope="global")
    waits = "proposed, waiting for the server's owner"
    for tool, arguments in (
        ("list_memories", {}), ("list_memories", {"state": "waiting"}),
        ("search_knowledge", {"query": "every team deploys on Tuesdays", "kinds": ["memory"]}),
    ):  # fmt: skip
        assert waits in served.call(token, tool, **arguments).text


@pytest.mark.parametrize("asked", ["tag:zebra", "applies:staging"])
def test_nothing_fits_is_not_said_above_a_memory_that_bears_what_is_asked_for(
    served: ServedTeam, token: str, asked: str
) -> None:
    text = served.call(token, "search_knowledge", query=f"heap {asked}").text
    assert STRIPES in text
    assert "nothing fits" not in text.lower()
    assert "weak fit" in text.splitlines()[0]
