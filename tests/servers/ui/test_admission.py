"""Which requests may come to the page at all: a table of what browsers, other sites and programs send."""

import pytest

from scrubjay_ui.admission import PageAddress, RequestHead, admitted

PAGE = PageAddress("127.0.0.1:4000", "/s/9tK2")
OWN = "http://127.0.0.1:4000"
HOST = ("127.0.0.1:4000",)

GOOD = [
    ("an address typed or opened from outside", "GET", "/", HOST, (), ("none",)),
    ("a link of the page", "GET", "/w/1/today", HOST, (), ("same-origin",)),
    ("a browser that says nothing", "GET", "/", HOST, (), ()),
    ("a script of the page", "GET", "/", HOST, (OWN,), ("same-origin",)),
    (
        "a form of the page, whose referrer policy makes its origin null",
        "POST",
        "/a",
        HOST,
        ("null",),
        ("same-origin",),
    ),
    ("a form of an older browser", "POST", "/a", HOST, (OWN,), ()),
    ("a script's form", "POST", "/a", HOST, (OWN,), ("same-origin",)),
]

BAD = [
    ("a name that was rebound", "GET", "/", ("evil.example:4000",), (), ("none",)),
    ("another name of this machine", "GET", "/", ("localhost:4000",), (), ("none",)),
    ("this machine without the port", "GET", "/", ("127.0.0.1",), (), ("none",)),
    ("another port", "GET", "/", ("127.0.0.1:4001",), (), ("none",)),
    ("a dot behind the name", "GET", "/", ("127.0.0.1.:4000",), (), ("none",)),
    ("no host", "GET", "/", (), (), ("none",)),
    ("two hosts", "GET", "/", (*HOST, *HOST), (), ("none",)),
    ("a link of another site", "GET", "/", HOST, (), ("cross-site",)),
    ("a link, frame or fetch of another port of this machine", "GET", "/", HOST, (), ("same-site",)),
    ("a fetch of another site", "GET", "/", HOST, ("http://evil.example",), ("cross-site",)),
    ("a fetch of another port in an older browser", "GET", "/", HOST, ("http://127.0.0.1:4001",), ()),
    ("a form of another site", "POST", "/a", HOST, ("http://evil.example",), ("cross-site",)),
    ("a form from a sandboxed frame", "POST", "/a", HOST, ("null",), ("cross-site",)),
    ("a form of an older browser that hides where it is from", "POST", "/a", HOST, ("null",), ()),
    ("a form of a program", "POST", "/a", HOST, (), ()),
    ("a form that was opened from outside", "POST", "/a", HOST, (), ("none",)),
    ("two origins", "POST", "/a", HOST, (OWN, OWN), ("same-origin",)),
    ("two sites", "GET", "/", HOST, (), ("none", "same-origin")),
    ("an origin of https", "POST", "/a", HOST, ("https://127.0.0.1:4000",), ()),
    ("a method that changes otherwise", "PUT", "/a", HOST, (OWN,), ("same-origin",)),
    ("a method that asks what is allowed", "OPTIONS", "/a", HOST, (OWN,), ("same-origin",)),
    ("a method of its own", "get", "/a", HOST, (), ("none",)),
]


@pytest.mark.parametrize(("what", "method", "path", "hosts", "origins", "sites"), GOOD, ids=[row[0] for row in GOOD])
def test_requests_of_the_page_are_admitted(what, method, path, hosts, origins, sites) -> None:  # type: ignore[no-untyped-def]
    assert admitted(RequestHead(method, PAGE.root + path, hosts, origins, sites), PAGE), what


@pytest.mark.parametrize(("what", "method", "path", "hosts", "origins", "sites"), BAD, ids=[row[0] for row in BAD])
def test_requests_of_others_are_not(what, method, path, hosts, origins, sites) -> None:  # type: ignore[no-untyped-def]
    assert not admitted(RequestHead(method, PAGE.root + path, hosts, origins, sites), PAGE), what


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "",
        "*",
        "/favicon.ico",
        "/s/",
        "/s/9tK",
        "/s/9tK2",
        "/s/9tK3/",
        "/S/9tK2/",
        "//s/9tK2/",
        "/s/9tK2é/",
        "/x/s/9tK2/",
    ],
)
def test_a_path_beside_the_page_is_not_admitted(path: str) -> None:
    assert not admitted(RequestHead("GET", path, HOST, (), ("none",)), PAGE)


def test_a_request_is_read_with_every_value_of_a_header() -> None:
    headers = [(b"host", b"a"), (b"host", b"b"), (b"origin", b"null"), (b"cookie", b"c"), (b"sec-fetch-site", b"none")]
    assert RequestHead.of("GET", "/", headers) == RequestHead("GET", "/", ("a", "b"), ("null",), ("none",))
