"""What a person allowed is theirs to see and to end; an owner sees the whole team's, a token nothing of it."""

from uuid import uuid4

import psycopg
import pytest

from scrubjay.errors import NotFound
from scrubjay_team.errors import NotGranted
from scrubjay_team.oauth.grants import Consents
from scrubjay_team.people.secret import SESSION, digest_of
from tests.servers.team.makers import make_token
from tests.servers.team.oauth.conftest import OAuthTeam


def digest(cookie: str) -> bytes:
    return digest_of(cookie.partition("=")[2], SESSION)


def test_a_person_sees_and_ends_what_they_allowed(web: OAuthTeam) -> None:
    web.served.people(lambda members, _: members.add("ben", "writer"))
    ben, database, now = web.served.person("ben"), web.served.databases.app, web.served.databases.clock()
    of_anna, of_ben = web.program(client_name="A").allowed(), web.program(client_name="B").allowed(ben)
    with database.entered(digest(ben), person=True) as entered:
        (own,) = Consents(entered, now).grants()
        assert (own.member_name, own.name, own.scopes, own.projects) == ("ben", "B", ("search",), None)
    with database.entered(digest(web.cookie), person=True) as entered:
        assert [one.member_name for one in Consents(entered, now).grants()] == ["anna", "ben"]
        annas = Consents(entered, now).grants()[0]
    with database.entered(digest(ben), person=True) as entered:
        with pytest.raises(NotFound):
            Consents(entered, now).end(annas.id)
        Consents(entered, now).end(own.id)
        with pytest.raises(NotFound):
            Consents(entered, now).end(own.id)
    assert web.served.rpc(of_ben["access_token"], "tools/list").status == 401
    assert web.served.rpc(of_anna["access_token"], "tools/list").status == 200


def test_a_grant_that_gave_nothing_out_isnt_shown(web: OAuthTeam) -> None:
    web.program().code()
    with web.served.databases.app.entered(digest(web.cookie), person=True) as entered:
        assert Consents(entered, web.served.databases.clock()).grants() == ()


REACHES = (
    *(f"SELECT 1 FROM oauth_{one}" for one in ("client", "request", "grant", "code", "refresh", "device")),
    "UPDATE oauth_grant SET ended_at = NULL", "DELETE FROM oauth_code",
    "SELECT oauth_end(gen_random_uuid(), now())",
    "SELECT oauth_give_access(gen_random_uuid(), '', '{search}', now(), now())",
    "SELECT oauth_grant_by_person(gen_random_uuid(), NULL, 'a', '', '{search}', NULL, '', now())",
    "SELECT oauth_may_allow('{search}', '{search}', NULL)",
)  # fmt: skip


@pytest.mark.parametrize("statement", REACHES)
def test_no_sql_of_a_request_reaches_what_is_kept_of_oauth(web: OAuthTeam, statement: str) -> None:
    with (
        pytest.raises(psycopg.errors.InsufficientPrivilege),
        web.served.databases.app.entered(digest(web.cookie), person=True) as entered,
    ):
        entered.connection.execute(statement)


def test_a_token_decides_nothing_whatever_its_scopes(web: OAuthTeam) -> None:
    databases = web.served.databases
    anna = web.served.people(lambda members, _: members.found("anna").id)
    token = make_token(databases.owner, anna, scopes=("search", "remember", "handoff", "export"))
    with databases.app.entered(token) as entered:
        with pytest.raises(NotGranted):
            Consents(entered, databases.clock())
        for statement in (
            "SELECT * FROM oauth_grants(now())", "SELECT 1 FROM oauth_end_shown(%(id)s, now()) AS done WHERE done",
            "SELECT * FROM oauth_asked(%(id)s, %(id)s, now())",
            "SELECT * FROM oauth_device_typed('BBBBBBBB', %(id)s, now())",
            "SELECT * FROM oauth_consent(%(id)s, %(id)s, '{search}', NULL, %(id)s, '', now())",
        ):  # fmt: skip
            assert entered.connection.execute(statement, {"id": uuid4()}).fetchall() == []
