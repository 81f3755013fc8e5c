"""Webhooks: whose signature is believed, and what one may bring about."""

import hashlib
import hmac
from datetime import timedelta
from uuid import uuid4

import pytest

from scrubjay_team.errors import SecretsLocked
from scrubjay_team.mirrors.webhook import LONGEST, REFUSED, TAKEN, Hooks, is_signed
from tests.servers.team.makers import NOW
from tests.servers.team.mirrors.conftest import Mirrored

BODY = b'{"ref": "refs/heads/main", "\xff\x00": '


def digest(secret: str, body: bytes = BODY) -> str:
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def test_each_forge_signs_in_its_way() -> None:
    secret = "se" + "cret"
    assert is_signed(secret, {"x-hub-signature-256": f"sha256={digest(secret)}"}, BODY)
    assert is_signed(secret, {"x-gitea-signature": digest(secret)}, BODY)
    assert is_signed(secret, {"x-gitlab-token": secret}, BODY)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"x-hub-signature-256": ""},
        {"x-hub-signature-256": digest("se" + "cret")},
        {"x-hub-signature-256": f"sha256={digest('other')}"},
        {"x-hub-signature-256": f"sha1={digest('se' + 'cret')}"},
        {"x-hub-signature": f"sha256={digest('se' + 'cret')}"},
        {"x-gitea-signature": digest("se" + "cret", BODY + b" ")},
        {"x-gitea-signature": "é" * 64},
        {"x-gitlab-token": "secre"},
        {"x-gitlab-token": ""},
        {"authorization": "Bearer " + "se" + "cret"},
    ],
)
def test_another_signature_is_not_believed(headers: dict[str, str]) -> None:
    assert not is_signed("se" + "cret", headers, BODY)


def received(mirrored: Mirrored, secret: str, project: str = "", body: bytes = BODY) -> int:
    hooks = Hooks(mirrored.databases.app, mirrored.data, mirrored.databases.clock)
    return hooks.received(
        project or str(mirrored.project), {"X-Hub-Signature-256": f"sha256={digest(secret, body)}"}, body
    )


def test_a_signed_webhook_has_the_mirror_fetched_now(mirrored: Mirrored) -> None:
    mirrored.clear_jobs()
    assert received(mirrored, mirrored.hook_secret) == TAKEN
    assert mirrored.jobs() == [("fetch", NOW)]


def test_many_webhooks_are_one_fetch_half_a_minute_after_the_last(mirrored: Mirrored) -> None:
    mirrored.refresher.fetch(mirrored.project)
    mirrored.clear_jobs()
    for second in range(20):
        mirrored.databases.clock.now = NOW + timedelta(seconds=second)
        assert received(mirrored, mirrored.hook_secret) == TAKEN
    assert mirrored.jobs() == [("fetch", NOW + timedelta(seconds=30))]


def test_a_wrong_signature_and_an_unknown_project_are_one_answer_and_bring_nothing(mirrored: Mirrored) -> None:
    mirrored.clear_jobs()
    hooks = Hooks(mirrored.databases.app, mirrored.data, mirrored.databases.clock)
    for project in (str(mirrored.project), str(uuid4()), "no project", "'; --", ""):
        assert hooks.received(project, {"x-gitlab-token": "wrong"}, BODY) == REFUSED
    assert received(mirrored, mirrored.hook_secret, project=str(uuid4())) == REFUSED
    assert mirrored.jobs() == []


def test_a_body_beyond_a_megabyte_is_refused(mirrored: Mirrored) -> None:
    assert received(mirrored, mirrored.hook_secret, body=b"x" * (LONGEST + 1)) == REFUSED
    assert received(mirrored, mirrored.hook_secret, body=b"x" * LONGEST) == TAKEN


def test_a_removed_project_hears_no_webhook(mirrored: Mirrored) -> None:
    mirrored.clear_jobs()
    with mirrored.databases.owner.transaction() as connection:
        connection.execute("UPDATE project SET removed_at = now()")
    assert received(mirrored, mirrored.hook_secret) == REFUSED
    assert mirrored.jobs() == []


def test_without_a_key_an_unknown_project_is_refused_and_a_known_one_says_that_its_key_is_lost(
    mirrored: Mirrored,
) -> None:
    hooks = Hooks(mirrored.databases.app, mirrored.data / "nowhere", mirrored.databases.clock)
    assert hooks.received(str(uuid4()), {}, b"") == REFUSED
    with pytest.raises(SecretsLocked, match="is missing"):
        hooks.received(str(mirrored.project), {}, b"")
