"""GET /me: who a token stands for, over HTTP."""

from scrubjay.model.clock import iso
from tests.servers.team.makers import make_project
from tests.servers.team.serving.conftest import ServedTeam


def test_a_token_stands_for_its_member(served: ServedTeam) -> None:
    assert served.team is not None
    shop = make_project(served.databases.owner, served.team, "shop")
    make_project(served.databases.owner, served.team, "vault", open=False)
    told = served.api(served.token("anna", "search", "export"), "GET", "/me").json
    assert told["team"] == {"id": served.team.hex, "name": "acme"}
    assert (told["member"]["name"], told["member"]["role"]) == ("anna", "owner")
    assert told["scopes"] == ["search", "export"]
    assert told["projects"] == [{"id": shop.hex, "name": "shop"}]
    assert told["now"] == iso(served.databases.clock.now)


def test_the_server_s_id_is_its_database_s(served: ServedTeam) -> None:
    first, second = (served.api(served.token(), "GET", "/me").json["server"] for _ in range(2))
    assert first == second
    assert len(first) == 32


def test_a_reader_s_scopes_are_those_of_the_role(served: ServedTeam) -> None:
    served.people(lambda members, _: members.add("ben", "writer"))
    token = served.token("ben", "search", "remember")
    served.people(lambda members, _: members.give_role("ben", "reader"))
    assert served.api(token, "GET", "/me").json["scopes"] == ["search"]


def test_each_answer_names_the_server(served: ServedTeam) -> None:
    token = served.token("anna", "export")
    server = served.api(token, "GET", "/me").json["server"]
    answers = [
        served.api(token, "GET", "/me"),
        served.api(token, "GET", "/nothing"),
        served.api(token, "POST", "/search", {"query": "mail"}),
        served.api("sj_pat_nothing", "GET", "/me"),
        served.ask("POST", "/api/v1/search", "{"),
    ]
    assert [answer.status for answer in answers] == [200, 404, 403, 401, 401]
    assert {answer.headers["scrubjay-server"] for answer in answers} == {server}
