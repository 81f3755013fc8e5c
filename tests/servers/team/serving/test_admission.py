"""Heads and bodies of requests: who is let in by them alone."""

from typing import Any

import pytest

from scrubjay_team.people.secret import new_token
from scrubjay_team.serving import refusals
from scrubjay_team.serving.admission import AllowedHosts, bearer, body_objection, head_objection
from scrubjay_team.serving.refusals import HttpRefusal

HOSTS = AllowedHosts.of("10.0.0.5", "https://memory.example.org")


def scope(path: str = "/mcp", query: str = "", **headers: str | tuple[str, ...]) -> dict[str, Any]:
    given = {"host": "127.0.0.1:8737", **headers}
    listed = [
        (name.replace("_", "-").encode(), one.encode("latin-1"))
        for name, value in given.items()
        for one in (value if isinstance(value, tuple) else (value,))
    ]
    return {"raw_path": path.encode(), "path": path, "query_string": query.encode(), "headers": listed}


@pytest.mark.parametrize(
    ("host", "served"),
    [
        ("127.0.0.1:8737", True),
        ("localhost", True),
        ("LOCALHOST:1", True),
        ("[::1]:8737", True),
        ("[::1]", True),
        ("10.0.0.5:8737", True),
        ("memory.example.org", True),
        ("memory.example.org:443", True),
        ("memory.example.org:8080", False),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("127.0.0.1:8737@evil.example", False),
        ("localhost:x", False),
        ("", False),
        ("[", False),
        ("0.0.0.0:8737", False),
    ],
)
def test_only_the_server_s_own_names_are_answered(host: str, served: bool) -> None:
    assert (head_objection(scope(host=host), HOSTS) is None) is served


@pytest.mark.parametrize(
    ("origin", "served"),
    [
        ("http://localhost:3000", True),
        ("https://memory.example.org", True),
        ("https://evil.example", False),
        ("null", False),
        ("file://", False),
        ("http://[", False),
        ("http://127.0.0.1@evil.example", False),
    ],
)
def test_a_page_of_another_site_may_not_call(origin: str, served: bool) -> None:
    objection = head_objection(scope(origin=origin), HOSTS)
    assert objection == (None if served else refusals.BAD_ORIGIN)


@pytest.mark.parametrize("prefix", ["access_token=", "token=", "x=1&token=", "TOKEN=", "key="])
def test_a_token_in_an_address_is_refused_by_its_form_or_its_name(prefix: str) -> None:
    text, _ = new_token()
    assert head_objection(scope(query=prefix + text), HOSTS) == refusals.IN_ADDRESS


def test_a_token_in_a_path_is_refused_even_when_it_is_encoded() -> None:
    text, _ = new_token()
    hidden = f"/mcp/{text.replace('_', '%5F').replace('s', '%73', 1)}"
    assert head_objection(scope(hidden), HOSTS) == refusals.IN_ADDRESS


@pytest.mark.parametrize(
    "head",
    [
        {"host": ("localhost", "evil.example")},
        {"content_length": ("3", "4")},
        {"content_length": "3", "transfer_encoding": "chunked"},
        {"origin": ("http://localhost", "http://localhost")},
    ],
)
def test_a_head_that_says_two_things_is_refused(head: dict[str, Any]) -> None:
    assert isinstance(head_objection(scope(**head), HOSTS), HttpRefusal)


def test_a_long_address_is_refused() -> None:
    assert head_objection(scope(query="q" * 3000), HOSTS) == refusals.UNREADABLE


@pytest.mark.parametrize(
    ("header", "token"),
    [
        ("Bearer abc", "abc"),
        ("bearer   abc", "abc"),
        ("Basic abc", ""),
        ("Bearer", ""),
        ("Bearer a b", ""),
        ("Bearer " + "a" * 201, ""),
        ("Bearer a\xe9", ""),
    ],
)
def test_a_token_is_one_word_behind_bearer(header: str, token: str) -> None:
    assert bearer(scope(authorization=header)) == token


def test_two_tokens_are_none() -> None:
    assert bearer(scope(authorization=("Bearer a", "Bearer a"))) == ""


@pytest.mark.parametrize(
    ("body", "objection"),
    [
        (b'{"method": "ping"}', None),
        (b'{"text": "' + b"[" * 500 + b'"}', None),
        (b'{"text": "\\"' + b"{" * 500 + b'"}', None),
        (b'{"a": ' + b"[" * 70 + b"]" * 70 + b"}", refusals.TOO_DEEP),
        (b"[" * 100_000, refusals.TOO_DEEP),
        (b'{"a":' * 100_000, refusals.TOO_DEEP),
        (b"[]", refusals.BATCH),
        (b'"text"', refusals.NO_JSON),
        (b"", refusals.NO_JSON),
        (b"\xff\xfe{", refusals.NO_JSON),
        (b'{"method": "ping", "id": "a"}', None),
        (b'{"method": "ping", "id": 1.5}', refusals.NO_ID),
        (b'{"method": "ping", "id": null}', refusals.NO_ID),
        (b'{"method": "ping", "id": {}}', refusals.NO_ID),
        (b'{"a": NaN}', refusals.NO_JSON),
        (b'{"a": 1', refusals.NO_JSON),
        (b'{"a": ' + b"9" * 5000 + b"}", refusals.NO_JSON),
    ],
)
def test_a_body_is_one_object_that_isn_t_nested_too_deep(body: bytes, objection: HttpRefusal | None) -> None:
    assert body_objection(body) == objection


@pytest.mark.parametrize("chance", ["sj_ab_", "Sj_Pat_", "sj_pat_" + "A1b2" * 5, "xsj_dev_-"])
def test_a_sealed_cursor_is_no_token_whatever_it_holds_by_chance(chance: str) -> None:
    assert head_objection(scope("/api/v1/changes", f"wait=20&after=gAAAAA{chance}-{'q_9-' * 150}"), HOSTS) is None
