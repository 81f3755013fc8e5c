"""A question over several repositories and memories, narrowed by boxes, with where each answer stands."""

from tests.servers.team.page.conftest import CACHE, PagedTeam


def test_a_question_is_answered_over_all_that_is_granted(indexed: PagedTeam) -> None:
    page = indexed.get("ben", "/search?q=why+is+the+retry+limit+5").body
    assert "The retry limit is 5, because the bank closes" in page
    assert "pay:docs/adr/0001-it.md:" in page
    assert "document?repo=pay&amp;path=docs%2Fadr%2F0001-it.md#L" in page


def test_boxes_narrow_it_to_some_repositories(indexed: PagedTeam) -> None:
    question = "/search?q=Decision+limit+letters+retry"
    assert all(f"{one}:docs" in indexed.get("ben", question).body for one in ("shop", "pay"))
    only = indexed.get("ben", f"{question}&repo=shop").body
    assert ("shop:docs" in only, "pay:docs" in only, "retry limit is 5" in only) == (True, False, False)
    both = indexed.get("ben", f"{question}&repo=shop&repo=pay").body
    assert all(f"{one}:docs" in both for one in ("shop", "pay"))
    assert 'value="shop" checked' in only


def test_memories_come_with_grade_and_source(indexed: PagedTeam) -> None:
    page = indexed.get("ben", "/search?q=how+long+does+the+cache+keep+a+page&kind=memory").body
    assert CACHE in page
    assert "team acme · by ben · 2026-03-02" in page
    assert f"/memories/{indexed.memories['cache']}" in page
    assert "vault" not in indexed.get("ben", "/search?q=vault+midnight&kind=memory&repo=shop").body.replace(
        'value="vault midnight"', ""
    ), "memories of a repository that isn't ticked stay away"


def test_a_file_is_shown_with_numbered_lines(indexed: PagedTeam) -> None:
    page = indexed.get("rita", "/document?repo=shop&path=docs/adr/0001-it.md").body
    assert '<a id="L8" href="#L8">8</a> Outgoing mail waits in a queue' in page


def test_a_team_that_has_nothing_is_told_so(plain: PagedTeam) -> None:
    assert plain.get("ben", "/search?q=anything").status == 200
    assert "Nothing is asked yet" in plain.get("ben", "/search").body
