"""Searching a team's repositories over HTTP: what is found, where it is said to stand, and what isn't told."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import Repo
from tests.servers.team.index.conftest import LiveMirror
from tests.servers.team.serving.conftest import ServedTeam

FILE = {"shop": "docs/adr/0001-queue.md", "core": "docs/guide.md"}
QUEUE = """# ADR-001: Use a queue for mail

Status: accepted
Date: 2026-01-10

## Decision

Outgoing mail waits in a queue, because the provider limits us to ten letters a second.
"""
OLD = """# ADR-002: Store sessions in Redis

Status: superseded by ADR-003
Date: 2026-01-11

Sessions lie in Redis.
"""
NEW = """# ADR-003: Store sessions in PostgreSQL

Status: accepted
Date: 2026-02-11
Supersedes: ADR-002

Sessions lie in PostgreSQL, so that one backup holds everything.
"""


@pytest.fixture
def shop(served: ServedTeam, make_repo: Callable[..., Repo], make_mirror: Callable[..., LiveMirror]) -> LiveMirror:
    source = make_repo("shop")
    source.commit(
        "records",
        {
            "docs/adr/0001-queue.md": QUEUE,
            "docs/adr/0002-redis.md": OLD,
            "docs/adr/0003-postgres.md": NEW,
            "src/mail.py": 'def send_letter(letter):\n    """Put a letter into the queue."""\n    queue.put(letter)\n',
        },
    )
    source.git("tag", "v1")
    mirror = make_mirror(source, served.team, "shop")
    mirror.index("v1")
    return mirror


@pytest.fixture
def core(served: ServedTeam, make_repo: Callable[..., Repo], make_mirror: Callable[..., LiveMirror]) -> LiveMirror:
    source = make_repo("core")
    source.commit("guide", {"docs/guide.md": "# Guide\n\n## Deploying\n\nThe mail queue is drained before a deploy.\n"})
    mirror = make_mirror(source, served.team, "core")
    mirror.index()
    return mirror


def test_a_hit_says_repository_path_lines_and_commit(served: ServedTeam, shop: LiveMirror) -> None:
    text = served.call(served.token(), "search_knowledge", query="why does mail wait in a queue").text
    commit = shop.source.git("rev-parse", "HEAD")[:10]
    assert text.splitlines()[0].startswith(f"team acme · shop @ {commit}")
    assert f"**shop:docs/adr/0001-queue.md:1-8 @ {commit}**" in text or "**shop:docs/adr/0001-queue.md:" in text
    assert "ten letters a second" in text


def test_a_superseded_decision_names_its_successor(served: ServedTeam, shop: LiveMirror) -> None:
    text = served.call(served.token(), "search_knowledge", query="sessions in Redis", kinds=["decision"]).text
    assert "superseded by ADR-003" in text


def test_several_repositories_are_one_answer(served: ServedTeam, shop: LiveMirror, core: LiveMirror) -> None:
    text = served.call(served.token(), "search_knowledge", query="mail queue").text
    assert "**shop:docs/adr/0001-queue.md:" in text
    assert "**core:docs/guide.md:" in text
    assert text.splitlines()[0].startswith("team acme · core @ ")


def test_repo_narrows_to_one(served: ServedTeam, shop: LiveMirror, core: LiveMirror) -> None:
    text = served.call(served.token(), "search_knowledge", query="mail queue", repo="core").text
    assert "core:docs/guide.md" in text
    assert "shop:" not in text


def test_what_is_not_there_and_what_is_not_granted_are_one_answer(
    served: ServedTeam, shop: LiveMirror, make_repo: Callable[..., Repo], make_mirror: Callable[..., LiveMirror]
) -> None:
    hidden = make_repo("hidden")
    hidden.commit("secret", {"docs/plan.md": "# Plan\n\nThe moonshot is called Perihelion.\n"})
    make_mirror(hidden, served.team, "hidden", open=False).index()
    token = served.token()
    there, nowhere = (
        served.call(token, "search_knowledge", query="plan", repo=name).text for name in ("hidden", "nothing")
    )
    assert there.replace("hidden", "nothing") == nowhere
    assert "Yours: shop." in nowhere
    told = served.call(token, "search_knowledge", query="what is the moonshot called").text
    assert "Perihelion" not in told
    assert "hidden" not in told


def test_as_of_a_tag_shows_what_stood_there(served: ServedTeam, shop: LiveMirror) -> None:
    shop.source.commit("rewrite", {"docs/adr/0001-queue.md": "# ADR-001: Send mail at once\n\nStatus: accepted\n"})
    shop.fetch()
    shop.index("v1")
    token = served.token()
    assert "ten letters" not in served.call(token, "search_knowledge", query="mail queue provider letters").text
    old = served.call(token, "search_knowledge", query="mail queue provider letters", as_of="v1").text
    assert "ten letters" in old
    assert "as of v1" in old.splitlines()[0]
    unknown = served.call(token, "search_knowledge", query="mail", as_of="v9").text
    assert "Tags: v1" in unknown


def test_nothing_fits_is_said(served: ServedTeam, shop: LiveMirror) -> None:
    text = served.call(served.token(), "search_knowledge", query="zebra crossing municipal budget").text
    assert "Nothing f" in text


def test_commits_are_said_not_to_be_searched(served: ServedTeam, shop: LiveMirror) -> None:
    text = served.call(served.token(), "search_knowledge", query="mail", kinds=["commit"]).text
    assert "not searched on a team's server: commit" in text


def test_a_repository_that_waits_is_named(
    served: ServedTeam, shop: LiveMirror, make_mirror: Callable[..., LiveMirror]
) -> None:
    make_mirror(shop.source, served.team, "later")
    assert "not indexed yet: later" in served.call(served.token(), "search_knowledge", query="mail").text


def test_operators_narrow(served: ServedTeam, shop: LiveMirror) -> None:
    token = served.token()
    text = served.call(token, "search_knowledge", query="sessions status:accepted").text
    assert "0003-postgres" in text
    assert "0002-redis" not in text
    assert "send_letter" in served.call(token, "search_knowledge", query="symbol:send_letter").text


def test_memories_follow_with_grade_member_and_day(served: ServedTeam, shop: LiveMirror) -> None:
    writer = served.token("anna", "search", "remember")
    kept: Any = served.call(
        writer, "remember", content="The mail provider is called Pigeon Post and bills monthly."
    ).json
    assert kept["result"]["structuredContent"]["outcome"] == "stored"
    text = served.call(writer, "search_knowledge", query="Which mail provider bills monthly?").text
    assert "Pigeon Post" in text
    served.call(writer, "remember", content="The standby host listens on port 7171.", tags=["zebra"])
    tagged = served.call(writer, "search_knowledge", query="port of the host tag:zebra").text
    assert "7171" in tagged
    assert "no memory bears" not in tagged
    assert "no memory bears tag:horse" in served.call(writer, "search_knowledge", query="port tag:horse").text
    then = served.call(writer, "search_knowledge", query="Which mail provider bills monthly?", as_of="v1").text
    assert "Pigeon Post" not in then
    assert f"({shop.source.git('log', '-1', '--format=%cs', 'v1')}) · as of v1" in then.splitlines()[0]
    assert "said · team acme · by anna · 2026-03-02" in text


def test_a_mirror_that_is_behind_or_can_t_be_fetched_is_named(
    served: ServedTeam, shop: LiveMirror, core: LiveMirror
) -> None:
    with served.databases.owner.transaction() as connection:
        add = "INSERT INTO mirror (project, team, due_at, shows, failures, fetched_at) VALUES (%s, %s, %s, %s, %s, %s)"
        now = served.databases.clock()
        connection.execute(add, [shop.project, served.team, now, "newer", 0, now])
        connection.execute(add, [core.project, served.team, now, "", 3, now])
    first = served.call(served.token(), "search_knowledge", query="mail queue").text.splitlines()[0]
    assert "behind: shop" in first
    assert "can't be fetched: core (last 2026-03-02)" in first
    token = served.token()
    read = {
        name: served.call(token, "get_document", path=path, repo=name).text.splitlines()[0]
        for name, path in FILE.items()
    }
    assert "behind: shop" in read["shop"]
    assert "can't be fetched: core (last 2026-03-02)" in read["core"]
    assert "core" not in read["shop"]
    listed = served.call(token, "list_decisions", repo="shop").text
    assert "behind: shop" in listed.splitlines()[0]
