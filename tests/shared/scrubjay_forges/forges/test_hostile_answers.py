"""Whatever a server answers: a reading ends, and only by an error that says what to do."""

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scrubjay.errors import ForgeRefuses, ForgeUnreadable, ForgeWaits
from scrubjay_forges.forges.client import ForgeClient
from scrubjay_forges.forges.gitea import Gitea
from scrubjay_forges.forges.github_plan import GitHub
from scrubjay_forges.forges.gitlab_plan import GitLab
from scrubjay_forges.forges.limits import http_date, origin, pause, redirected, server_time
from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.forge_server import GitHubServer, Handler, serving
from tests.shared.scrubjay_forges.forges.github_items import Repository, fill
from tests.shared.scrubjay_forges.forges.test_left_out import failing

OURS = (ForgeUnreadable, ForgeRefuses, ForgeWaits)
NOW = datetime(2026, 10, 28, tzinfo=UTC)
PLANS = (GitHub, GitLab, Gitea)

HEADERS = st.dictionaries(
    st.sampled_from([
        "Link", "Date", "Retry-After", "ETag", "Location", "X-RateLimit-Remaining", "X-RateLimit-Reset",
        "RateLimit-Reset", "Content-Length", "Transfer-Encoding", "Content-Encoding", "Connection", "X-Any",
    ]),
    st.one_of(
        st.binary(max_size=40),
        st.integers(-(10**30), 10**30).map(lambda n: str(n).encode()),
        st.datetimes().map(lambda at: at.strftime("%a, %d %b %Y %H:%M:%S GMT").encode()),
        st.sampled_from([
            b"https://[::1", b"https://forge.test:99999/x", b"http://exa mple/", b"//", b"", b"https://forge.test:x/",
            b"/repos/acme/shop/issues", b"\xff\xfe", b'<x?page=2>; rel="next"', b"0", b"1", b"chunked", b"gzip", b"-1",
            b'W/"a\r\n b"', b"close", b"Thu, 32 Foo 99999 99:99:99 +9999", b"1e9", b"\xb2",
        ]),
    ),
    max_size=5,
)  # fmt: skip
NUMBERS = st.one_of(st.integers(), st.floats(), st.booleans(), st.none())
TEXTS = st.one_of(
    st.text(max_size=20), st.sampled_from(["2026-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "merged", "9" * 5000])
)
NAMES = st.sampled_from([
    "id", "iid", "number", "title", "state", "user", "author", "login", "created_at", "updated_at", "merged_at", "body",
    "labels", "issue_url", "position", "notes", "pull_request", "pull_request_url", "minimized", "confidential",
    "moved_to_id", "user_notes_count", "submitted_at", "line", "head", "base", "sha", "merge_commit_sha", "description",
    "system", "imported", "comments_count",
])  # fmt: skip
JSON = st.recursive(
    st.one_of(NUMBERS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(NAMES, inner, max_size=8)),
    max_leaves=25,
)
STATUSES = st.sampled_from([200, 200, 200, 200, 301, 302, 304, 401, 403, 404, 410, 422, 429, 500, 503, 599, 999])


@pytest.fixture(scope="module")
def lying() -> Iterator[GitHubServer]:
    with serving(GitHubServer(Repository(), page_size=3)) as running:
        yield running


def raw(status: int, headers: dict[str, bytes], body: bytes) -> Any:
    """An answer as bytes, with a length unless the headers have one."""

    def reply(handler: Handler) -> None:
        lines = [f"HTTP/1.1 {status} x".encode(), *(name.encode() + b": " + value for name, value in headers.items())]
        if not {"Content-Length", "Transfer-Encoding"} & headers.keys():
            lines.append(b"Content-Length: %d" % len(body))
        with suppress(OSError):
            handler.wfile.write(b"\r\n".join(lines) + b"\r\n\r\n" + body)
        handler.close_connection = True

    return reply


def read_through(server: GitHubServer, plan: Any, answers: list[Any]) -> None:
    """A first reading, one an hour later, and one a week later, with some answers among good ones."""
    desk = Desk(server)
    desk.plan, desk.most = plan, 150
    server.asked.clear()
    server.answers.clear()
    server.faults = [*answers]
    for days in (0, 1, 9):
        desk.later(days=days)
        with suppress(*OURS):
            desk.read()


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(PLANS), st.lists(st.tuples(STATUSES, HEADERS, JSON), min_size=1, max_size=6))
@example(GitHub, [(301, {"Location": b"https://[::1"}, [])])
@example(GitHub, [(301, {"Location": b"https://forge.test"}, [])])
@example(GitHub, [(429, {"Retry-After": b"99999999999999999999"}, [])])
@example(GitHub, [(200, {"ETag": b'"a\r\n b"', "Date": b"never"}, [])] * 6)
def test_no_header_and_no_json_is_an_error_that_is_not_ours(
    lying: GitHubServer, plan: Any, answers: list[tuple[int, dict[str, bytes], Any]]
) -> None:
    read_through(lying, plan, [raw(status, headers, json.dumps(value).encode()) for status, headers, value in answers])


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(PLANS), JSON, st.booleans())
def test_no_list_of_anything_is_an_error_that_is_not_ours(
    lying: GitHubServer, plan: Any, value: Any, more: bool
) -> None:
    link = {"Link": b'<x?page=2>; rel="next"'} if more else {}
    read_through(lying, plan, [raw(200, link, json.dumps([value, value]).encode())] * 60)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 8), NAMES, JSON), min_size=1, max_size=8))
def test_no_field_of_an_item_is_an_error_that_is_not_ours(
    lying: GitHubServer, changes: list[tuple[int, int, str, Any]]
) -> None:
    lying.repository = Repository()
    fill(lying.repository)
    repo = lying.repository
    for which, place, name, value in changes:
        shown = (repo.issues, repo.pulls, repo.comments, repo.line_comments)[which][place]
        lying.poison[shown["id"]] = raw(200, {}, json.dumps([{**shown, name: value}]).encode())
    try:
        read_through(lying, GitHub, [])
    finally:
        lying.poison = {}
        lying.repository = Repository()


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.binary(max_size=300), st.booleans())
def test_no_bytes_are_an_error_that_is_not_ours(lying: GitHubServer, data: bytes, begun: bool) -> None:
    def reply(handler: Handler) -> None:
        with suppress(OSError):
            handler.wfile.write((b"HTTP/1.1 200 OK\r\n" if begun else b"") + data)
        handler.close_connection = True

    read_through(lying, GitHub, [reply] * 3)


@pytest.mark.parametrize(
    "address",
    ["https://[::1", "https://forge.test:99999", "https://exa mple", "http://forge.test", "https://", "x", "",
     "https://u@forge.test", "https://ex\u00e4mple.test", "https://forge.test/\u00e4", "https://forge.test\n",
     "https://" + "a" * 64 + ".test", "https://forge.test:0", "https://[v1.a]", "https://a..b"],
)  # fmt: skip
def test_an_address_that_is_none_is_refused(desk: Desk, address: str) -> None:
    with pytest.raises(ForgeUnreadable, match="https only"):
        ForgeClient(address, {}, desk.network())


@given(st.one_of(st.text(), st.text("htps:/[]@.%\\0123456789abc#? \t\r\n")))
def test_no_text_is_an_address_by_mistake(text: str) -> None:
    found = origin(text)
    assert found is None or (found[1] and 0 < found[2] < 65_536)
    target = redirected("https://forge.test/a/b", text)
    assert target is None or origin(target) is None or target.isascii()


@pytest.mark.parametrize(
    ("wait", "until"),
    [
        ("90", 90), ("0", 0), ("99999999999999999999999", 3_600), ("-5", 60), ("soon", 60), ("1.5", 60),
        ("\u00b2", 60),
        ("Wed, 28 Oct 2026 00:02:00 GMT", 120), ("Wed, 28 Oct 2020 00:02:00 GMT", 0),
        ("Wed, 28 Oct 2099 00:02:00 GMT", 3_600), ("Wed, 28 Oct 99999 00:02:00 GMT", 60), (" 90 ", 90),
    ],
)  # fmt: skip
def test_what_retry_after_says_is_kept_to_seconds_or_a_date(wait: str, until: int) -> None:
    assert pause(429, {"retry-after": wait}, "", NOW) == NOW + timedelta(seconds=until)


def test_a_server_that_says_when_it_is_back_is_waited_for(desk: Desk, server: GitHubServer) -> None:
    fill(server.repository)
    act = failing(server, "/issues?", raw(503, {"Retry-After": b"Wed, 28 Oct 2026 00:40:00 GMT"}, b""))
    with pytest.raises(ForgeWaits) as waits:
        desk.read()
    assert waits.value.until == "2026-10-28T00:40:01Z"
    server.before.remove(act)
    server.faults = [raw(503, {"Retry-After": b"7"}, b"")]
    desk.read()
    assert desk.slept[0] == 7.0


@given(st.text(max_size=60))
def test_no_date_is_ahead_or_an_error(text: str) -> None:
    http_date(text)
    assert server_time({"date": text}, NOW) <= NOW
