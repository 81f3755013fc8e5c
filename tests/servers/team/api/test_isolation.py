"""Walls over every route of the table: nothing of another team or of a project that isn't granted, by no name of it."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.memory import Stored
from scrubjay_team.api.office_table import OFFICE_ROUTES
from scrubjay_team.api.route import ApiRoute
from scrubjay_team.api.table import ROUTES
from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.memories.memories import TeamMemories
from tests.conftest import Repo
from tests.servers.team.api.samples import naming
from tests.servers.team.index.conftest import LiveMirror
from tests.servers.team.makers import grant, make_member, make_team, make_token
from tests.servers.team.serving.conftest import Answered, ServedTeam

SECRET = "kakapo"
"""A word of everything that the caller isn't to see."""


@dataclass(frozen=True, slots=True)
class Walled:
    """A caller's token or cookie, and names of what is behind the wall, each with one that names nothing."""

    token: str
    hidden: tuple[tuple[str, str], ...]


@pytest.fixture
def walled(served: ServedTeam, make_repo: Callable[..., Repo], make_mirror: Callable[..., LiveMirror]) -> Walled:
    """Ben of acme, who is granted the project shop; behind the wall the project vault, and the team of rivals."""
    served.tick_s[0] = 60.0  # rates are tested elsewhere
    databases, acme = served.databases, served.team
    rivals = make_team(databases.owner, "rivals")
    served.people(lambda members, _: members.add("ben", "reviewer"))
    assert acme is not None
    hidden = [rivals.hex]
    for team, name, open in ((acme, "shop", True), (acme, "vault", False), (rivals, "theirs", True)):
        source = make_repo(name)
        word = "cache" if name == "shop" else SECRET
        source.commit("guide", {"docs/guide.md": f"# Guide\n\nThe {word} keeps a page for sixty minutes.\n"})
        mirror = make_mirror(source, team, name, open=open)
        mirror.index()
        called = f"{SECRET if team == rivals else 'cleo'} of {name}"  # the members of one's own team are no secret
        member = make_member(databases.owner, team, called, "writer")
        if name == "vault":
            grant(databases.owner, mirror.project, member)
        digest = make_token(databases.owner, member)
        if name != "shop":
            hidden += [name, mirror.project.hex, f"{name}:docs/guide.md"]
            hidden += _written(served, digest, name, word)
    return Walled(served.token("ben", "search", "remember", "handoff"), tuple((one, _absent(one)) for one in hidden))


def _written(served: ServedTeam, digest: bytes, repo: str, word: str) -> list[str]:
    """The ids of what a member behind the wall keeps and leaves."""
    memories = TeamMemories(None, served.databases.clock)
    with served.databases.app.entered(digest) as entered:
        kept = memories.remember(entered, TeamClaim(content=f"The {word} of {repo} sleeps by day.", repo=repo))
        assert isinstance(kept, Stored)
    return [kept.id, str(UUID(kept.id))]


def _absent(name: str) -> str:
    """A name of the same form that names nothing."""
    fresh = uuid4()
    if len(name) == 32:
        return fresh.hex
    return str(fresh) if len(name) == 36 else name.replace(name[:4], "zzzz", 1)


def _asked(served: ServedTeam, walled: Walled, route: ApiRoute, path: str, values: dict[str, Any]) -> Answered:
    ask = served.as_person if "=" in walled.token else served.api
    if route.method == "POST":
        return ask(walled.token, "POST", path, values)
    query = "&".join(f"{name}={value}" for name, value in values.items())
    return ask(walled.token, "GET", f"{path}?{query}" if query else path)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_no_name_leads_behind_the_wall(served: ServedTeam, walled: Walled, route: ApiRoute) -> None:
    _check(served, walled, route)


@pytest.mark.parametrize("route", OFFICE_ROUTES, ids=lambda route: route.name)
def test_no_name_leads_a_person_behind_the_wall(served: ServedTeam, walled: Walled, route: ApiRoute) -> None:
    _check(served, replace(walled, token=served.person("ben")), route)


def _check(served: ServedTeam, walled: Walled, route: ApiRoute) -> None:
    for name, absent in walled.hidden:
        calls = zip(naming(route, name), naming(route, absent), strict=True)
        for (path, values), (other_path, other_values) in calls:
            hidden = _asked(served, walled, route, path, values)
            nothing = _asked(served, walled, route, other_path, other_values)
            told = (route.name, path, values, hidden.body)
            assert hidden.status < 500, told
            assert SECRET not in hidden.body, told
            assert hidden.status == nothing.status, (told, nothing.body)
            if hidden.status != 200:
                assert hidden.body.replace(name, "NAME") == nothing.body.replace(absent, "NAME"), told


def test_what_is_granted_is_found_and_nothing_else(served: ServedTeam, walled: Walled) -> None:
    told = served.api(walled.token, "POST", "/search", {"query": f"{SECRET} or cache keeps a page", "limit": 50}).json
    assert {hit["repository"] for hit in told["hits"]} == {"shop"}
    assert told["memories"] == []
    assert served.api(walled.token, "GET", "/memories").json["memories"] == []
    assert [one["name"] for one in served.api(walled.token, "GET", "/me").json["projects"]] == ["shop"]


def test_a_session_is_told_of_a_hidden_memory_as_of_none(served: ServedTeam, walled: Walled) -> None:
    day = served.databases.clock().date().isoformat()
    answers = []
    for number, id in enumerate(id for pair in walled.hidden for id in pair if len(id) == 32):
        one = {"session": f"{number:032x}", "version": 1, "day": day, "ended": "well", "memories": [id]}
        told = served.api(walled.token, "POST", "/evidence", {"sessions": [one]})
        there = served.api(walled.token, "GET", "/evidence").json
        answers.append((told.status, told.body, there["memories"], there["sessions"] - number))
    assert len(answers) > 2
    assert set(answers) == {(200, answers[0][1], 0, 1)}
    assert served.api(walled.token, "GET", "/promotions").json == {"accepted": []}
