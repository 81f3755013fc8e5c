"""Who did what, with names, as far as a role may see it; and how often what was called."""

from tests.servers.team.page.conftest import PagedTeam


def test_an_owner_reads_every_act_with_names(acme: PagedTeam) -> None:
    acme.post("anna", f"/members/{acme.members['rita'].hex}", act="role", role="writer")
    acme.post("anna", f"/repositories/{acme.projects['pay'].hex}", open="named", member=["anna", "ben", "rita"])
    page = acme.get("anna", "/audit").body
    assert all(one in page for one in ("role: <bdi>writer</bdi>", "member: <bdi>rita</bdi>", "project <bdi>pay</bdi>"))
    assert "session" in page


def test_a_reviewer_reads_of_memories_alone_and_others_nothing(acme: PagedTeam) -> None:
    page = acme.get("rosa", "/audit")
    assert (page.status, "the rest is for owners" in page.body) == (200, True)
    assert "token" not in page.body.partition("<main")[2]
    assert [acme.get(who, "/audit").status for who in ("ben", "rita")] == [403, 403]


def test_usage_is_one_s_own_and_an_owner_s_everybody_s(acme: PagedTeam) -> None:
    token = acme.served.token("ben", "search")
    assert acme.served.api(token, "GET", "/memories").status == 200
    assert "1 call in 7 days, yours" in acme.get("ben", "/usage").body
    assert "Nothing was called" in acme.get("carol", "/usage").body
    page = acme.get("anna", "/usage?days=30").body
    assert ("<bdi>ben</bdi>" in page, "By member" in page) == (True, True)
