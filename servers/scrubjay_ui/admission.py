"""Whether a request may come to the page at all: a pure decision over its first line and a few headers."""

from collections.abc import Iterable
from hmac import compare_digest

from scrubjay.model.frozen import dataclass

READS = frozenset({"GET", "HEAD"})
WRITES = frozenset({"POST"})
ENTER = "/-/enter"
"""Where a token is exchanged for a cookie."""

START = "/start"
"""Where somebody who was let in goes on: the worktree in which the page was started."""

MAX_HEAD = 65_536
"""Bytes of a request's head: an address may carry a question of 20,000 characters."""

REPORTS = "/-/reports"
"""Where a browser reports what the content security policy stopped."""


@dataclass(frozen=True, slots=True)
class PageAddress:
    """Where the page is: `127.0.0.1:PORT`, and the path that all of it lies under, with 128 random bits."""

    host: str
    root: str

    @property
    def origin(self) -> str:
        """The origin of the page's own requests."""
        return f"http://{self.host}"


@dataclass(frozen=True, slots=True)
class RequestHead:
    """What a request says of itself: each header with all the values that were sent."""

    method: str
    path: str
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()

    @classmethod
    def of(cls, method: str, path: str, headers: Iterable[tuple[bytes, bytes]]) -> "RequestHead":
        """The head of an ASGI request, whose header names are in lower case."""
        wanted: dict[bytes, list[str]] = {b"host": [], b"origin": [], b"sec-fetch-site": []}
        for name, value in headers:
            if name in wanted:
                wanted[name].append(value.decode("latin-1"))
        return cls(method, path, *(tuple(values) for values in wanted.values()))


def admitted(head: RequestHead, page: PageAddress) -> bool:
    """Whether a request is for this page, and neither another site's nor one of a name that was rebound.

    `Sec-Fetch-Site: same-site` is another port of this machine, so another program. A form is sent with `Origin: null`
    where no referrer is allowed, so that alone proves nothing, and then the browser has to say "same-origin".
    """
    if head.hosts != (page.host,) or len(head.origins) > 1 or len(head.sites) > 1:
        return False
    if not _under(head.path, page.root):
        return False
    origin, site = next(iter(head.origins), ""), next(iter(head.sites), "")
    if site not in ("", "none", "same-origin") or origin not in ("", "null", page.origin):
        return False
    if origin == "null" and site != "same-origin":
        return False
    if head.method in READS:
        return True
    return head.method in WRITES and (origin == page.origin or site == "same-origin")


def objection(path: str, query: bytes, headers: Iterable[tuple[bytes, bytes]]) -> int:
    """Why a request's head is refused, as a status of HTTP: 431 where it is too large, 400 for two lengths; else 0."""
    listed = list(headers)
    if len(path) + len(query) + sum(len(name) + len(value) + 4 for name, value in listed) > MAX_HEAD:
        return 431
    return 400 if {b"content-length", b"transfer-encoding"} <= {name for name, _ in listed} else 0


def _under(path: str, root: str) -> bool:
    """Whether a path lies below the root; how long this takes says nothing of where they differ."""
    wanted = f"{root}/".encode()
    return compare_digest(path.encode("utf-8", "surrogateescape")[: len(wanted)], wanted)
