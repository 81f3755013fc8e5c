"""Memories by filters, one with its chain and its history, and what is new on the first page."""

from typing import Any

from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.people.secret import digest_of
from tests.servers.team.page.conftest import CACHE, FRIDAYS, SECRET, PagedTeam


def test_filters_narrow_the_list(acme: PagedTeam) -> None:
    for query, shown in (
        ("", {CACHE, SECRET, FRIDAYS}),
        ("?repo=shop", {CACHE}),
        ("?author=carol", {FRIDAYS}),
        ("?tag=cache", {CACHE}),
        ("?mine=1", {CACHE, SECRET}),
        ("?grade=told", set()),
        ("?status=retracted", set()),
        ("?since=2026-03-03", set()),
    ):
        page = acme.get("ben", f"/memories{query}").body
        assert {one for one in (CACHE, SECRET, FRIDAYS) if one in page} == shown, query
    assert "Clear a filter" in acme.get("ben", "/memories?grade=told").body


def test_what_a_person_told_bears_their_name_and_not_its_author_s(acme: PagedTeam) -> None:
    id = acme.memories["cache"]
    assert acme.post("carol", f"/tell/{id}", act="tell", version="1").status == 303
    for page in ("/", f"/memories/{id}"):
        text = acme.get("rita", page).body
        assert ">told</span> by <bdi>carol</bdi>, 2026-03-02 ·" in text
        assert "by ben" in text
    found = acme.get("rita", "/search?q=cache+of+shop").body
    assert "told by carol, 2026-03-02 · team acme · by ben" in found


def test_a_memory_shows_what_stood_before_it_and_who_did_what(acme: PagedTeam) -> None:
    id, services = acme.memories["cache"], acme.served.services
    digest = digest_of(acme.cookie("ben").partition("=")[2])
    with acme.served.databases.app.entered(digest, person=True) as entered:
        claim = TeamClaim(content="The cache of shop keeps a page for ninety minutes.")
        made: Any = services.memories.update(entered, id, "supersede", claim)
    old, new = acme.get("rita", f"/memories/{id}").body, acme.get("rita", f"/memories/{made.id}").body
    assert f'href="/memories/{made.id}"' in old
    assert f'href="/memories/{id}"' in new
    assert "Took the place of" in new
    assert '<span class="badge superseded">' in old
    assert "/tell/" not in new, "a reader isn't asked to say so"
    assert f'href="/tell/{made.id}"' in acme.get("carol", f"/memories/{made.id}").body


def test_one_that_was_forgotten_says_so(acme: PagedTeam) -> None:
    id = acme.memories["fridays"]
    digest = digest_of(acme.cookie("carol").partition("=")[2])
    with acme.served.databases.app.entered(digest, person=True) as entered:
        acme.served.services.memories.forget(entered, id)
    page = acme.get("anna", f"/memories/{id}")
    assert (page.status in (200, 404), FRIDAYS in page.body) == (True, False)


def test_what_is_new_is_on_the_first_page_as_far_as_it_is_granted(acme: PagedTeam) -> None:
    assert all(one in acme.get("ben", "/").body for one in (CACHE, SECRET, FRIDAYS))
    assert SECRET not in acme.get("rita", "/").body
    assert "A reader is handed no tasks" in acme.get("rita", "/").body


def test_a_team_that_remembers_nothing_is_told_how(plain: PagedTeam) -> None:
    assert "scrubjay remember --scope team" in plain.get("ben", "/memories").body


def test_a_member_chooses_on_a_memory_of_theirs_what_is_handed_over(acme: PagedTeam) -> None:
    id = acme.memories["fridays"]
    address = f"/memories/{id}"
    assert "Hand it over when I leave" in acme.get("carol", address).body
    assert "when I leave" not in acme.get("ben", address).body
    assert acme.post("carol", f"{address}/choice", handed="1").status == 303
    assert "Don&#39;t hand it over" in acme.get("carol", address).body.replace("Don't", "Don&#39;t")
    assert acme.post("ben", f"{address}/choice", handed="1").status == 404
    with acme.served.databases.owner.transaction() as connection:
        rows = connection.execute("SELECT member FROM memory_choice").fetchall()
    assert [row["member"] for row in rows] == [acme.members["carol"]]
    assert acme.post("carol", f"{address}/choice").status == 303
    assert "Hand it over when I leave" in acme.get("carol", address).body
