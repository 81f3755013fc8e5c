"""Links and issues are looked up only where the user says so, at public addresses, and believed by what they say."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from scrubjay.errors import LinkRefused, LinkUnreadable
from scrubjay.memory.grounding.citations import citations_of
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus
from scrubjay.model.grade import Grade
from scrubjay_forges.addresses import is_public
from scrubjay_forges.pages import MOST_BYTES, Web, issue_check, link_check, page_words
from tests.shared.memory.grounding.conftest import Sources

S = CitationStatus
PAGE = """<html><head><title>Guide</title><script>The cache holds 9 GB.</script></head><body>
<p>The cache holds <b>30</b> GB of sessions.</p><p>Is the queue durable?</p></body></html>"""
ISSUE = {"title": "The queue overflows", "body": "The queue holds 200 parcels.\n", "state": "closed"}


class Handler(BaseHTTPRequestHandler):
    """A small site. It remembers what it was asked."""

    asked: list[tuple[str, str, str]]

    @property
    def port(self) -> int:
        address: Any = self.server.server_address
        return int(address[1])

    def do_HEAD(self) -> None:
        self._answer(head=True)

    def do_GET(self) -> None:
        self._answer(head=False)

    def log_message(self, *_: object) -> None:
        return

    def _answer(self, *, head: bool) -> None:
        self.asked.append((self.command, self.path, self.headers.get("Authorization", "")))
        site = f"http://site.test:{self.port}"
        moved = {
            "/away": "http://inside.test/", "/near": f"{site}/page", "/round": f"{site}/round", "/file": "file:///etc/passwd",
            "/repos/acme/shop/issues/9": f"http://other.test:{self.port}/page",
        }  # fmt: skip
        pages = {
            "/page": ("text/html", PAGE), "/plain": ("text/plain", "The cache holds 30 GB of sessions.\n"),
            "/big": ("text/plain", "Words. " * 200_000), "/image": ("image/png", "x"),
            "/repos/acme/shop/issues/7": ("application/json", json.dumps(ISSUE)),
            "/nohead": ("text/plain", "The cache holds 30 GB."),
        }  # fmt: skip
        if self.path in moved:
            self.send_response(302)
            self.send_header("Location", moved[self.path])
            self.end_headers()
            return
        if self.path == "/nohead" and head:
            self.send_response(405)
            self.end_headers()
            return
        kind, text = pages.get(self.path, ("text/plain", ""))
        self.send_response(200 if self.path in pages else 500 if self.path == "/broken" else 404)
        self.send_header("Content-Type", kind)
        self.end_headers()
        if not head:
            self.wfile.write(text.encode())


@pytest.fixture
def site() -> Iterator[tuple[int, list[tuple[str, str, str]]]]:
    """A server on this machine: its port, and what it was asked."""
    handler: Any = type("Mine", (Handler,), {"asked": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server.server_address[1], handler.asked
    server.shutdown()
    server.server_close()
    thread.join()


def names(host: str, port: int) -> list[str]:
    """site.test and other.test are this machine, taken for public; inside.test is not."""
    return {"site.test": ["127.0.0.1"], "other.test": ["127.0.0.1"], "inside.test": ["10.0.0.7"]}.get(host, [])


def web() -> Web:
    return Web(resolve=names, allowed=lambda address: address == "127.0.0.1")


Verify = Callable[[str], CitationResult]


@pytest.fixture
def verify(sources: Sources, site: tuple[int, object]) -> Verify:
    tracker = f"http://site.test:{site[0]}/repos/acme/shop/issues/{{number}}"
    further = {CitationKind.URL: link_check(web()), CitationKind.ISSUE: issue_check(web(), tracker, "t0ken")}
    verifier = sources.verifying(further=further)

    view = sources.view()

    def look(claim: str) -> CitationResult:
        claim = claim.replace("SITE", f"http://site.test:{site[0]}")
        (result,) = verifier.verify(claim, citations_of(claim), view)
        return result

    return look


def test_a_link_or_issue_is_a_ground_by_what_it_says_and_never_quoted(verify: Verify) -> None:
    for claim, status, grade in (
        ("The cache holds 30 GB of sessions, says SITE/page", S.RESOLVED, Grade.GROUNDED),
        ("The cache holds 30 GB of sessions, says SITE/plain", S.RESOLVED, Grade.GROUNDED),
        ("The cache holds 30 GB of sessions, says SITE/near", S.RESOLVED, Grade.GROUNDED),
        ("The cache holds 30 GB, says SITE/nohead", S.RESOLVED, Grade.GROUNDED),
        ("The cache holds 9 GB of sessions, says SITE/page", S.RESOLVED, Grade.SAID),
        ("Deploys happen on Fridays, says SITE/page", S.RESOLVED, Grade.SAID),
        ("The cache holds 30 GB of sessions, says SITE/absent", S.NOT_FOUND, Grade.SAID),
        ("The cache holds 30 GB of sessions, says SITE/broken", S.UNVERIFIABLE, Grade.SAID),
        ("The cache holds 30 GB of sessions, says SITE/image", S.UNVERIFIABLE, Grade.SAID),
        ("The cache holds 30 GB of sessions, says SITE/away", S.UNVERIFIABLE, Grade.SAID),
        ("The cache holds 30 GB of sessions, says SITE/file", S.UNVERIFIABLE, Grade.SAID),
        ("The cache holds 30 GB of sessions, says SITE/round", S.UNVERIFIABLE, Grade.SAID),
        ("The cache holds 30 GB, says http://inside.test/page", S.UNVERIFIABLE, Grade.SAID),
        ("The cache holds 30 GB, says http://nowhere.test/page", S.UNVERIFIABLE, Grade.SAID),
        ("#7 says the queue holds 200 parcels", S.RESOLVED, Grade.GROUNDED),
        ("#7 says the queue holds 300 parcels", S.RESOLVED, Grade.SAID),
        ("Fixed in #8", S.NOT_FOUND, Grade.SAID),
        ("Fixed in #9", S.UNVERIFIABLE, Grade.SAID),
        ("Fixed in other/shop#7", S.UNVERIFIABLE, Grade.SAID),
    ):
        seen = verify(claim)
        assert (seen.status, seen.grade, seen.whole) == (status, grade, False), seen


def test_a_token_goes_to_the_tracker_and_nowhere_else(
    verify: Verify, site: tuple[int, list[tuple[str, str, str]]]
) -> None:
    verify("Fixed in #7")
    verify("Fixed in #9")
    verify("The cache holds 30 GB, says SITE/plain")
    assert {path for _, path, token in site[1] if token} == {"/repos/acme/shop/issues/7", "/repos/acme/shop/issues/9"}


def test_no_more_than_64_kilobytes_are_read_and_slow_servers_are_left(site: tuple[int, object]) -> None:
    assert len(web().read(f"http://site.test:{site[0]}/big").text) == MOST_BYTES
    moments = iter([0.0, 1.0, 2.0, 6.0])
    slow = Web(resolve=names, allowed=lambda _: True, seconds=5, clock=lambda: next(moments))
    with pytest.raises(LinkUnreadable):
        slow.read(f"http://site.test:{site[0]}/page")


@pytest.mark.parametrize(
    "url", ["ftp://site.test/x", "http://user:pass@site.test/", "http:///x", f"http://site.test/{'x' * 3000}"]
)
def test_what_is_no_plain_link_is_refused(url: str) -> None:
    with pytest.raises(LinkRefused):
        web().read(url)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("127.0.0.1", False), ("10.1.2.3", False), ("172.16.0.1", False), ("192.168.1.1", False), ("0.0.0.0", False),  # noqa: S104
        ("169.254.169.254", False), ("100.64.0.1", False), ("224.0.0.1", False), ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00:ec2::254", False), ("::ffff:10.0.0.1", False), ("64:ff9b::a00:1", False), ("2002:a00:1::", False),
        ("fec0::2", False), ("::127.0.0.1", False), ("::8.8.8.8", False), ("::", False), ("5f00::1", False),
        ("::ffff:127.0.0.1", False), ("::ffff:7f00:1", False), ("::ffff:0:127.0.0.1", False), ("::ffff:8.8.8.8", True),
        ("64:ff9b::7f00:1", False), ("64:ff9b::808:808", True), ("64:ff9b:1::7f00:1", False),
        ("64:ff9b:1::808:808", True), ("64:ff9b:1:7f00:0:100:808:808", False), ("64:ff9b:2::808:808", False),
        ("192.88.99.1", False), ("192.0.0.8", False), ("198.18.0.1", False), ("240.0.0.1", False),
        ("255.255.255.255", False), ("3fff::1", False), ("2001:db8::1", False), ("2001:0:5ef5:79fd::1", False),
        ("2002:808:808::1", False), ("100::1", False), ("4000::1", False), ("ff0e::1", False), ("fe80::1", False),
        ("93.184.216.34", True), ("2606:4700::1111", True), ("2a00:1450:4001::1", True), ("2001:4860::8888", True),
    ],
)  # fmt: skip
def test_private_link_local_and_metadata_addresses_are_not_public(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_a_page_is_read_as_its_words() -> None:
    assert page_words(PAGE).split("\n\n")[1:] == ["The cache holds 30 GB of sessions.", "Is the queue durable?"]


def test_only_the_first_links_of_a_claim_are_opened(
    sources: Sources, site: tuple[int, list[tuple[str, str, str]]]
) -> None:
    claim = " ".join(f"http://site.test:{site[0]}/page?{n}" for n in range(6))
    further = {CitationKind.URL: link_check(web())}
    verifier = sources.verifying(further=further)
    results = verifier.verify(claim, citations_of(claim), sources.view())
    assert len(results) == len({path for _, path, _ in site[1]}) == 3
