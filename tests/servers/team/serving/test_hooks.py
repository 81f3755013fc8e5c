"""Messages of forges over HTTP: taken where they are signed, refused alike for everything else."""

import hashlib
import hmac
import socket
from pathlib import Path

import pytest

from scrubjay_team.mirrors.adding import add_mirror, checked_address
from scrubjay_team.serving.gate import LONGEST_HOOK, MOST_HOOKS
from scrubjay_team.serving.limits import FAILURES
from tests.patience import PATIENCE_S
from tests.servers.team.makers import make_project
from tests.servers.team.serving.conftest import ServedTeam

BODY = b'{"ref": "refs/heads/main"}'


@pytest.fixture
def hook(served: ServedTeam, tmp_path: Path) -> tuple[str, str]:
    """A project's address for its forge, and the secret that they share."""
    assert served.team is not None
    project = make_project(served.databases.owner, served.team, "shop")
    checked = checked_address("https://192.0.2.7/shop.git", ("192.0.2.7",))
    with served.databases.owner.transaction() as connection:
        secret = add_mirror(connection, project, checked, None, tmp_path, served.databases.clock())
    return f"/hooks/{project}", secret


def signed(secret: str, body: bytes = BODY) -> str:
    return f"sha256={hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()}"


def test_a_signed_message_is_taken(served: ServedTeam, hook: tuple[str, str]) -> None:
    path, secret = hook
    assert served.ask("POST", path, BODY, x_hub_signature_256=signed(secret)).status == 202
    assert served.ask("GET", path).status == 405


def test_a_wrong_signature_and_an_unknown_project_are_one_answer(served: ServedTeam, hook: tuple[str, str]) -> None:
    path, secret = hook
    unknown = "/hooks/00000000-0000-4000-8000-000000000000"
    told = [
        served.ask("POST", path, BODY, x_hub_signature_256=signed("guess")),
        served.ask("POST", path, BODY),
        served.ask("POST", unknown, BODY, x_hub_signature_256=signed(secret)),
        served.ask("POST", "/hooks/none", BODY, x_hub_signature_256=signed(secret)),
    ]
    assert {(answer.status, answer.body) for answer in told} == {(401, told[0].body)}


def test_a_large_message_is_refused(served: ServedTeam, hook: tuple[str, str]) -> None:
    path, secret = hook
    body = b"x" * (LONGEST_HOOK + 1)
    assert served.ask("POST", path, body, x_hub_signature_256=signed(secret, body)).status == 413


def test_who_guesses_waits_and_a_forge_at_their_address_does_not(served: ServedTeam, hook: tuple[str, str]) -> None:
    path, secret = hook
    statuses = [served.ask("POST", path, BODY).status for _ in range(FAILURES.burst + 1)]
    assert statuses == [401] * FAILURES.burst + [429]
    assert served.ask("POST", path, BODY, x_hub_signature_256=signed(secret)).status == 202


def test_so_many_unread_messages_hold_nothing_up(served: ServedTeam, hook: tuple[str, str]) -> None:
    path, secret = hook
    head = f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n".encode()
    waiting = []
    try:
        for _ in range(MOST_HOOKS):
            waiting.append(socket.create_connection(("127.0.0.1", served.port), PATIENCE_S))
            waiting[-1].sendall(head)
        refused = False
        for _ in range(50):
            refused = refused or served.ask("POST", path, BODY, x_hub_signature_256=signed(secret)).status == 429
        assert refused
        assert served.rpc(served.token(), "ping").status == 200
    finally:
        for one in waiting:
            one.close()


def test_a_key_that_cannot_be_read_is_not_called_a_database_that_is_away(
    served: ServedTeam, hook: tuple[str, str], tmp_path: Path
) -> None:
    path, secret = hook
    (tmp_path / "key").chmod(0o644)
    answer = served.ask("POST", path, BODY, x_hub_signature_256=signed(secret))
    assert (answer.status, "database" in answer.body, "keeps secret" in answer.body) == (503, False, True)
