"""Repositories: how far their mirrors are, who may see them, and how an owner says so."""

from tests.servers.team.page.conftest import PagedTeam


def test_a_team_without_a_repository_is_told_what_to_do(plain: PagedTeam) -> None:
    assert "scrubjay team repository add" in plain.get("anna", "/repositories").body
    assert "An owner grants one" in plain.get("ben", "/repositories").body
    assert "scrubjay team repository add" in plain.get("anna", "/").body
    assert "An owner grants one" in plain.get("ben", "/").body


def test_an_owner_sees_who_may_see_each(acme: PagedTeam) -> None:
    page = acme.get("anna", "/repositories").body
    assert "the whole team" in page
    assert "<bdi>anna</bdi>, <bdi>ben</bdi>" in page
    assert "up to date" in page
    assert "git.example" not in acme.get("ben", "/repositories").body, "addresses are the owner's to know"


def test_one_that_can_t_be_fetched_says_so(acme: PagedTeam) -> None:
    acme.row("UPDATE mirror SET failures = 3, error = 'password of git.example' WHERE project = %s RETURNING 1",
             acme.projects["shop"])  # fmt: skip
    for path in ("/", "/repositories"):
        page = acme.get("rita", path).body
        assert "be fetched since 2026-03-02 09:00 UTC" in page
        assert "password" not in page


def test_it_is_opened_and_closed(acme: PagedTeam) -> None:
    pay, path = acme.projects["pay"], f"/repositories/{acme.projects['pay'].hex}"
    assert acme.post("anna", path, open="everybody").status == 303
    assert acme.row("SELECT open FROM project WHERE id = %s", pay)
    assert acme.post("anna", path, open="named", member=["carol"]).status == 303
    assert not acme.row("SELECT open FROM project WHERE id = %s", pay)
    assert acme.row("SELECT array_agg(member) FROM project_member WHERE project = %s", pay) == [acme.members["carol"]]
    assert acme.post("anna", path, open="named", member=["nobody"]).status == 404
    assert acme.post("anna", path, open="named").status == 303
    assert ">nobody</td>" in acme.get("anna", "/repositories").body.replace("\n", "")
    assert acme.get("anna", "/repositories/x").status == 404
