"""What a link or an issue says next to a memory, looked up only where the user's own settings turn it on."""

import json
import re
from collections.abc import Callable
from dataclasses import replace

from scrubjay.memory.grounding.passages import passages
from scrubjay.memory.grounding.reading import read, result_of, with_reading
from scrubjay.memory.grounding.sections import SourceDocument
from scrubjay.model.citation import Citation
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus
from scrubjay.settings.schema import Settings
from scrubjay_forges.web.pages import Page, Web, plain

GONE = frozenset({404, 410})
_REPO = re.compile(r"(?!\.)[\w.-]+/(?!\.)[\w.-]+")
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
    """Check links: a page shows the words that stand nearest to a claim."""

    def check(citation: Citation, claim: str) -> CitationResult:
        page = web.read(citation.target)
        if missing := _missing(citation, page):
            return missing
        if not page.kind.startswith("text/"):
            return result_of(citation, CitationStatus.UNVERIFIABLE, f"{page.kind} isn't read")
        return _compared(citation, claim, plain(page.text) if page.kind == "text/html" else page.text)

    return check


def issue_check(web: Web, tracker: str, token: str) -> LinkCheck:
    """Check issues at a tracker whose address has {number}, and {repo} where issues name their repository.

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
        if missing := _missing(citation, page):
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


def _missing(citation: Citation, page: Page) -> CitationResult | None:
    """What is told of a page that isn't there; None of one that is."""
    status = CitationStatus.NOT_FOUND if page.status in GONE else CitationStatus.UNVERIFIABLE
    return result_of(citation, status, f"HTTP {page.status}") if page.status >= 300 else None


def _compared(citation: Citation, claim: str, text: str) -> CitationResult:
    """The words of a text from outside that stand nearest to a claim."""
    reading = read(claim, passages(text, "markdown"), SourceDocument())
    return replace(with_reading(citation, claim, reading), whole=False)
