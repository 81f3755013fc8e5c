"""A forge that limits, fails, redirects or lies ends a reading cleanly: named, resumable, and without the token."""

from collections.abc import Callable

import pytest

from scrubjay.errors import ForgeRefuses, ForgeUnreadable, ForgeWaits
from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.forge_server import GitHubServer, Handler
from tests.shared.scrubjay_forges.forges.github_items import expected, fill


def test_a_used_up_limit_ends_a_reading_cleanly_and_says_when_to_go_on(desk: Desk, server: GitHubServer) -> None:
    fill(server.repository)
    server.remaining, server.reset = 2, int(desk.now.timestamp()) + 600
    with pytest.raises(ForgeWaits, match="not asked before 2026-10-28 00:10") as waits:
        desk.read()
    assert (waits.value.until, len(server.asked), desk.kept.synced_at) == ("2026-10-28T00:10:01Z", 2, "")
    assert '"not_before":"2026-10-28T00:10:01Z"' in desk.kept.text
    desk.later(minutes=11)
    server.remaining = None
    desk.read()
    assert set(desk.kept.parts) == expected(server.repository)
    assert desk.kept.synced_at == "2026-10-28T00:00:00Z", "as of when the round began"


Fault = Callable[[Handler], None]


def answer(status: int, message: str = "no", **headers: str) -> Fault:
    return lambda handler: handler.reply(
        status, {"message": message}, headers={k.replace("_", "-"): v for k, v in headers.items()}
    )


def cut(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'[{"number": 1')
    handler.close_connection = True


def sent(body: bytes) -> Fault:
    def reply(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return reply


def hang_up(handler: Handler) -> None:
    handler.close_connection = True


@pytest.mark.parametrize(
    "fault", [answer(500), answer(502), answer(503), cut, sent(b"<html>"), sent(b"[" * 100_000), hang_up]
)
def test_what_goes_wrong_once_or_twice_is_tried_again_and_what_goes_on_is_named(
    desk: Desk, server: GitHubServer, fault: Fault
) -> None:
    fill(server.repository)
    server.faults = [fault, fault]
    desk.read()
    assert set(desk.kept.parts) == expected(server.repository)
    assert desk.slept == [1.0, 4.0]
    desk.later(hours=1)
    del server.asked[:]
    server.faults = [fault] * 100
    with pytest.raises(ForgeUnreadable, match=r"3 times. What was read is kept; `scrubjay forge sync` goes on"):
        desk.read()
    assert len(server.asked) <= 11, "a server that is down is left soon"


@pytest.mark.parametrize(
    ("fault", "until"),
    [
        (answer(403, Retry_After="90"), "00:01:31"),
        (answer(429, Retry_After="90"), "00:01:31"),
        (answer(429), "00:01:01"),
        (answer(403, "You have exceeded a secondary rate limit."), "00:01:01"),
        (answer(403, X_RateLimit_Remaining="0", X_RateLimit_Reset="99999999999999999"), "01:00:01"),
        (answer(429, Retry_After="86400"), "01:00:01"),
    ],
)
def test_a_limit_by_any_name_ends_a_reading(desk: Desk, server: GitHubServer, fault: Fault, until: str) -> None:
    server.faults = [fault]
    with pytest.raises(ForgeWaits) as waits:
        desk.read()
    assert waits.value.until.endswith(f"T{until}Z")
    assert len(server.asked) == 1


def test_a_renamed_repository_is_followed_on_its_host_and_asked_there_at_once(desk: Desk, server: GitHubServer) -> None:
    server.page_size = 5
    fill(server.repository)
    server.repository.renamed_to = "acme/store"
    desk.read()
    assert set(desk.kept.parts) == expected(server.repository)
    assert len([path for path in server.asked if path.startswith("/repos/")]) == 1


@pytest.mark.parametrize(
    "target",
    ["https://other.test/x", "https://forge.test/x", "https://forge.test:1/x", "https://u:p@forge.test/x", "file:///x"],
)
def test_a_redirect_to_anywhere_else_is_not_followed(desk: Desk, server: GitHubServer, target: str) -> None:
    server.faults = [lambda handler: handler.moved(target)]
    with pytest.raises(ForgeRefuses, match="redirects to another address"):
        desk.read()
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("status", "message"), [(401, "token"), (403, "doesn't allow"), (404, "is gone, or needs a token")]
)
def test_a_refusal_says_what_to_do(desk: Desk, server: GitHubServer, status: int, message: str) -> None:
    server.faults = [answer(status)]
    with pytest.raises(ForgeRefuses, match=message):
        desk.read()


def test_the_token_is_sent_to_the_forge_and_stands_in_no_error(desk: Desk, server: GitHubServer) -> None:
    client = desk.client("hush" + "1")
    try:
        for fault in (answer(401, "hush1"), answer(400, "hush1"), answer(500), answer(500), answer(500)):
            server.faults.append(fault)
        for _ in range(3):
            with pytest.raises((ForgeRefuses, ForgeUnreadable)) as error:
                client.get("/repos/acme/shop/issues")
            assert "hush" not in str(error.value) + repr(error.value.__cause__)
    finally:
        client.close()
    assert server.tokens == {"Bearer hush1"}


def large(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", str(33 * 1024 * 1024))
    handler.end_headers()


def test_answers_of_more_than_32_megabytes_are_refused(desk: Desk, server: GitHubServer) -> None:
    server.faults = [large] * 100
    with pytest.raises(ForgeUnreadable, match="more than 32 MB"):
        desk.read()
    assert len(server.asked) < 30


def test_an_item_that_is_none_is_left_out_and_holds_up_no_other(desk: Desk, server: GitHubServer) -> None:
    server.repository.issue(1, 1)["number"] = -3
    server.repository.issue(2, 2, title="\ud800", body=None, user="x", labels=[None, 3])
    server.repository.comment(3, 2, 3, issue_url="/nothing")
    reading = desk.read()
    assert (set(desk.kept.heads), reading.session.left_out, desk.kept.heads[2].title) == ({2}, 2, "?")
