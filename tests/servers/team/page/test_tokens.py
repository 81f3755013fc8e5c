"""What signs in for a member: shown once, ended at once, and nobody's but their own."""

import re

from tests.servers.team.page.conftest import PagedTeam

TOKEN = re.compile(r"sj_pat_[0-9A-Za-z]{43}")


def made(team: PagedTeam, who: str = "ben", **form: object) -> str:
    told = team.post(who, "/tokens", **{"name": "laptop", "scope": ["search"], "days": "30"} | form)
    assert told.status == 200, told.body
    (text,) = TOKEN.findall(told.body)
    return str(text)


def ended(team: PagedTeam, who: str, what: str, id: object = "") -> int:
    return team.post(who, "/tokens/end", what=what, id=str(id)).status


def test_a_token_works_is_shown_once_and_is_taken_back(acme: PagedTeam) -> None:
    text = made(acme, scope=["search", "remember"], repo=["shop"])
    me = acme.served.api(text, "GET", "/me")
    assert (me.status, me.json["member"]["name"]) == (200, "ben")
    page = acme.get("ben", "/tokens").body
    assert (TOKEN.findall(page), "laptop" in page) == ([], True)
    id = acme.row("SELECT id FROM access_token WHERE member = %s", acme.members["ben"])
    assert ended(acme, "carol", "token", id) == 404
    assert acme.served.api(text, "GET", "/me").status == 200
    assert ended(acme, "ben", "token", id) == 303
    assert acme.served.api(text, "GET", "/me").status == 401


def test_an_owner_takes_anybody_s_back_and_others_see_their_own_alone(acme: PagedTeam) -> None:
    text = made(acme, "ben", name="bens-box")
    assert "bens-box" not in acme.get("rosa", "/tokens").body
    assert "bens-box" in acme.get("anna", "/tokens").body
    id = acme.row("SELECT id FROM access_token WHERE name = 'bens-box'")
    assert ended(acme, "anna", "token", id) == 303
    assert acme.served.api(text, "GET", "/me").status == 401


def test_a_reader_s_token_searches_and_no_more(acme: PagedTeam) -> None:
    assert 'value="remember"' not in acme.get("rita", "/tokens").body
    told = acme.post("rita", "/tokens", name="x", scope=["search", "remember"], days="30")
    assert (told.status, TOKEN.findall(told.body)) == (422, [])
    for days in ("0", "367", "-1", "x", "", "9" * 400):
        assert acme.post("ben", "/tokens", name="x", scope=["search"], days=days).status == 422
    told = acme.post("rita", "/tokens", name="x", scope=["search"], repo=["pay"], days="30")
    assert told.status in (404, 422)
    assert acme.row("SELECT count(*) FROM access_token WHERE name = 'x'") == 0


def test_a_member_signs_out_everywhere(acme: PagedTeam) -> None:
    first, second = acme.cookie("ben"), acme.served.person("ben")
    page = acme.get("ben", "/tokens").body
    assert page.count("Firefox on Linux") == 2
    assert acme.post("ben", "/sessions", all="yes").status == 303
    assert [acme.served.visit(one, "GET", "/").status for one in (first, second)] == [303, 303]
    assert acme.get("carol", "/").status == 200


def test_what_isn_t_there_isn_t_ended(acme: PagedTeam) -> None:
    for what, id, status in (
        ("token", "x", 404),
        ("program", "x", 404),
        ("program", "0" * 32, 404),
        ("house", "", 422),
    ):
        assert ended(acme, "ben", what, id) == status, what
