"""Text of a web page, read over HTTP within narrow bounds; beside a memory only where the user's settings say so."""

import json
import time
from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPException, HTTPResponse
from urllib.parse import urljoin, urlsplit

from scrubjay.errors import LinkRefused, LinkUnreadable
from scrubjay.memory.grounding.passages import passages
from scrubjay.memory.grounding.reading import read, result_of, with_reading
from scrubjay.memory.grounding.sections import SourceDocument
from scrubjay.model.citation import Citation
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.pattern import pattern
from scrubjay.settings.schema import Settings
from scrubjay_forges.addresses import Allowed, PinnedConnection, Resolve, addresses, checked_address, is_public

SECONDS = 5.0
"""For a link with all its redirects."""

REDIRECTS = 3
MOST_BYTES = 65_536
LONGEST_URL = 2_000
MOVED = frozenset({301, 302, 303, 307, 308})
NO_HEAD = frozenset({400, 403, 405, 501})
"""Answers of servers that merely don't like HEAD."""


@dataclass(frozen=True, slots=True)
class Page:
    """The answer for a page: its status, its media type, and at most 64 KiB of its text."""

    status: int
    kind: str
    text: str


class Web:
    """Reads pages over the internet. `allowed` decides over addresses; `seconds` bounds each read as a whole."""

    def __init__(
        self,
        *,
        resolve: Resolve = addresses,
        allowed: Allowed = is_public,
        seconds: float = SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._resolve = resolve
        self._allowed = allowed
        self._seconds = seconds
        self._clock = clock

    def read(self, url: str, headers: Mapping[str, str] | None = None, *, any_host: bool = True) -> Page:
        """Read a page: ask by HEAD, then get its beginning. Raises LinkRefused, LinkUnreadable.

        `headers` may hold a token: with `any_host` off a redirect to another host is not followed.
        """
        until = self._clock() + self._seconds
        try:
            looked = self._follow("HEAD", url, headers or {}, until, any_host=any_host)
            if looked.status >= 400 and looked.status not in NO_HEAD:
                return looked
            return self._follow("GET", url, headers or {}, until, any_host=any_host)
        except (OSError, HTTPException, ValueError) as error:
            raise LinkUnreadable(f"{_host(url)} could not be read ({type(error).__name__}).") from error

    def _follow(self, method: str, url: str, headers: Mapping[str, str], until: float, *, any_host: bool) -> Page:
        """Make a request and follow its redirects; returns the last answer. Raises LinkRefused."""
        first = _host(url)
        for _ in range(REDIRECTS + 1):
            with _Answer(self._open(method, url, headers, until)) as answer:
                target = answer.response.getheader("Location", "")
                if answer.response.status not in MOVED or not target:
                    return answer.page(method)
            url = urljoin(url, target)
            if not any_host and _host(url) != first:
                raise LinkRefused("it redirects to another host, which is not followed.")
        raise LinkRefused(f"it redirects more than {REDIRECTS} times.")

    def _open(self, method: str, url: str, headers: Mapping[str, str], until: float) -> HTTPConnection:
        """Send a request to a checked address. Raises LinkRefused."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
            raise LinkRefused("only plain http and https links are opened.")
        if len(url) > LONGEST_URL:
            raise LinkRefused(f"it is longer than {LONGEST_URL:,} characters.")
        port = parts.port or (443 if parts.scheme == "https" else 80)
        address = checked_address(parts.hostname, port, self._resolve, self._allowed)
        connection = PinnedConnection(
            parts.hostname, port, address, lambda: self._left(until), secure=parts.scheme == "https"
        )
        path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        ranged = {"Range": f"bytes=0-{MOST_BYTES - 1}"} if method == "GET" else {}
        connection.request(
            method, path, headers={"User-Agent": "scrubjay", "Accept-Encoding": "identity", **ranged, **headers}
        )
        return connection

    def _left(self, until: float) -> float:
        """The seconds left until a time. Raises TimeoutError where none are."""
        left = until - self._clock()
        if left <= 0:
            raise TimeoutError
        return left


class _Answer:
    """An HTTP answer; leaving it closes its connection."""

    def __init__(self, connection: HTTPConnection) -> None:
        self._connection = connection
        self.response: HTTPResponse

    def __enter__(self) -> "_Answer":
        try:
            self.response = self._connection.getresponse()
        except BaseException:
            self._connection.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.response.close()
        self._connection.close()

    def page(self, method: str) -> Page:
        """The page, as much of it as is read."""
        data = b""
        kind = self.response.headers.get_content_type()
        while method == "GET" and self.response.status < 400 and len(data) < MOST_BYTES:
            piece = self.response.read1(8_192)
            if not piece:
                break
            data += piece
        return Page(self.response.status, kind, data[:MOST_BYTES].decode("utf-8", "replace"))


def _host(url: str) -> str:
    """The host of an address, in small letters."""
    return (urlsplit(url).hostname or "").lower()


def page_words(page: str) -> str:
    """The words of an HTML page, a line for each block, without scripts and styles."""
    reader = _Words()
    reader.feed(page)
    return "\n\n".join(" ".join(line.split()) for line in "".join(reader.words).split("\n") if line.strip())


class _Words(HTMLParser):
    """Collects the text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a new line at a block; hide what a script or style holds."""
        self._hidden += tag in _HIDDEN
        if tag in _BLOCKS:
            self.words.append("\n")

    def handle_endtag(self, tag: str) -> None:
        """End a block's line, or a hidden part."""
        self._hidden = max(0, self._hidden - (tag in _HIDDEN))
        if tag in _BLOCKS:
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        """Collect text that isn't hidden."""
        if not self._hidden:
            self.words.append(data.replace("\n", " "))


_HIDDEN = frozenset({"script", "style", "template", "noscript", "svg"})
_BLOCKS = frozenset(
    {"p", "div", "li", "tr", "br", "h1", "h2", "h3", "h4", "h5", "h6", "section", "article", "td", "th"}
)


GONE = frozenset({404, 410})
_REPO = pattern(r"(?!\.)[\w.-]+/(?!\.)[\w.-]+")
LinkCheck = Callable[[Citation, str], CitationResult]


def checks_afar(user_settings: Settings) -> dict[CitationKind, LinkCheck]:
    """The checks that the user turned on. A tracker may stand in the user's own network: the user named it."""
    chosen, checks = user_settings.citations, dict[CitationKind, LinkCheck]()
    if chosen.urls == "check":
        checks[CitationKind.URL] = link_check(Web())
    if chosen.tracker:
        token = user_settings.tracker_token.get_secret_value()
        checks[CitationKind.ISSUE] = issue_check(Web(allowed=lambda _: True), chosen.tracker, token)
    return checks


def link_check(web: Web) -> LinkCheck:
    """A function that checks links: a page shows the words that are nearest to a claim."""

    def check(citation: Citation, claim: str) -> CitationResult:
        page = web.read(citation.target)
        if missing := _missing_page(citation, page):
            return missing
        if not page.kind.startswith("text/"):
            return result_of(citation, CitationStatus.UNVERIFIABLE, f"{page.kind} isn't read")
        return _compared(citation, claim, page_words(page.text) if page.kind == "text/html" else page.text)

    return check


def issue_check(web: Web, tracker: str, token: str) -> LinkCheck:
    """A function that checks issues at a tracker; its address has {number}, and {repo} where issues name theirs.

    An answer is JSON with a title and a body or description, as GitHub, Gitea and GitLab give it.
    """
    headers = {"Accept": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})

    def check(citation: Citation, claim: str) -> CitationResult:
        repo, _, number = citation.target.rpartition("#")
        if not number.isdigit():
            return result_of(citation, CitationStatus.UNVERIFIABLE, "not looked up: a tracker has issues alone")
        if bool(repo) is not ("{repo}" in tracker) or (repo and not _REPO.fullmatch(repo)):
            named = "name its repository: owner/name#1" if not repo else "citations.tracker names one repository"
            return result_of(citation, CitationStatus.UNVERIFIABLE, f"not looked up: {named}")
        page = web.read(tracker.replace("{repo}", repo).replace("{number}", number), headers, any_host=False)
        if missing := _missing_page(citation, page):
            return missing
        try:
            issue = json.loads(page.text)
            text = "\n\n".join(str(issue.get(name) or "") for name in ("title", "body", "description"))
        except (ValueError, AttributeError):
            return result_of(
                citation, CitationStatus.UNVERIFIABLE, "the tracker's answer is no issue, or a very long one"
            )
        return _compared(citation, claim, text)

    return check


def _missing_page(citation: Citation, page: Page) -> CitationResult | None:
    """The result for a page that can't be read, by its HTTP status; None for a page that can."""
    status = CitationStatus.NOT_FOUND if page.status in GONE else CitationStatus.UNVERIFIABLE
    return result_of(citation, status, f"HTTP {page.status}") if page.status >= 300 else None


def _compared(citation: Citation, claim: str, text: str) -> CitationResult:
    """The result for a text from outside: the words in it that are nearest to a claim."""
    reading = read(claim, passages(text, "markdown"), SourceDocument())
    return replace(with_reading(citation, claim, reading), whole=False)
