"""Requests of a browser: whose session they bring, and which of them may change something. Pure."""

from typing import TYPE_CHECKING, Final

from scrubjay_team.people.secret import SESSION, digest_of
from scrubjay_team.serving.admission import AllowedHosts, content_type, values
from scrubjay_team.serving.refusals import HttpRefusal

if TYPE_CHECKING:
    from starlette.types import Scope

FORM: Final = "application/x-www-form-urlencoded"

ONLY_BROWSER: Final = HttpRefusal(
    405, "method_not_allowed", "Pages take GET, HEAD and POST.", {"allow": "GET, HEAD, POST"}
)
NOT_OURS: Final = HttpRefusal(
    403, "foreign_page",
    "This request doesn't come from a page of this server, so nothing was done. Open the page again, at the server's "
    "own address.",
)  # fmt: skip
NO_FORM: Final = HttpRefusal(415, "no_form", f"Send a form: Content-Type: {FORM}.")
NO_SESSION: Final = HttpRefusal(401, "no_session", "The session of this browser has ended. Sign in again: /sign-in.")

PAGE: Final = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""Headers of every page, where it says nothing else. With `no-referrer` a browser would hide the Origin of forms."""


def cookie_name(url: str) -> str:
    """The name of the session's cookie on a server of this public address; empty: on loopback."""
    return "__Host-scrubjay" if url.startswith("https://") else "scrubjay_team"


def cookie_of(scope: "Scope", name: str) -> str:
    """The value of a cookie; empty where there is not exactly one."""
    pairs = [pair.partition("=") for line in values(scope, b"cookie") for pair in line.split(";")]
    found = [value.strip() for given, _, value in pairs if given.strip() == name]
    return found[0] if len(found) == 1 else ""


def reads_pages(scope: "Scope") -> bool:
    """Whether a request asks for a page, as a person's browser does."""
    return any("text/html" in line.lower() for line in values(scope, b"accept"))


def session_of(scope: "Scope", url: str) -> tuple[str, bytes]:
    """The session that a request brings, and its digest; both empty where it brings none."""
    text = cookie_of(scope, cookie_name(url))
    digest = digest_of(text, SESSION)
    return (text, digest) if digest else ("", b"")


def browser_objection(scope: "Scope", allowed: AllowedHosts, kind: str) -> HttpRefusal | None:
    """Why a browser's request may not write: it must come from this server's own page, as a body of this `kind`."""
    if scope["method"] != "POST":
        return None
    own = allowed.own_origin(values(scope, b"host")[0])
    sites = values(scope, b"sec-fetch-site")
    if values(scope, b"origin") != (own,) or any(site != "same-origin" for site in sites):
        return NOT_OURS
    return None if content_type(scope) == kind else NO_FORM
