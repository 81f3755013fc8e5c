"""`/oauth/authorize`: a program leads a person here. What it asks is checked and kept before anybody is asked."""

from typing import Final
from urllib.parse import urlsplit

from scrubjay.model.pattern import pattern
from scrubjay_team.oauth.metadata import resource_of
from scrubjay_team.oauth.redirects import is_registered, led_to
from scrubjay_team.oauth.store import OAuthStore
from scrubjay_team.oauth.values import LONGEST_STATE
from scrubjay_team.page.route import PageAnswer, PageCall, Redirect, ShownPage
from scrubjay_team.people.rights import SCOPES

_CHALLENGE: Final = pattern(r"[A-Za-z0-9_-]{43}")
"""A SHA-256 in base64url: the one form of S256."""

_ONCE: Final = (
    "client_id", "redirect_uri", "response_type", "state", "scope", "code_challenge", "code_challenge_method",
)  # fmt: skip


def authorize(call: PageCall) -> PageAnswer:
    """Keep what a program asks, and lead its person to the consent; nothing is led to an address that isn't its own."""
    store, asked = OAuthStore(call.services.database, call.services.clock), call.query
    if doubled := [name for name in _ONCE if len(asked.every(name)) > 1]:
        return refused_page(f"It says {doubled[0]} twice.")
    client = store.client(asked["client_id"])
    if client is None:
        return refused_page(
            "It isn't registered here; a registration ends once it wasn't used for 90 days. Let the program forget "
            "this server and connect again."
        )
    redirect = asked["redirect_uri"]
    if not is_registered(redirect, client.redirects):
        return refused_page(f"It wants to be led to an address that {client.name} didn't register, so nothing is.")
    if wrong := _wrong(call):
        return _back(call, client.name, redirect, *wrong)
    scopes = tuple(scope for scope in SCOPES if scope in asked["scope"].split()) or SCOPES
    id = store.keep_request(
        client, redirect=redirect, state=asked["state"], challenge=asked["code_challenge"], scopes=scopes,
        resource=resource_of(call.url),
    )  # fmt: skip
    return Redirect(to=f"/oauth/consent?request={id}")


def _wrong(call: PageCall) -> tuple[str, str] | None:
    """What is wrong with a request of a known program, as OAuth names it and in words."""
    asked = call.query
    if asked["response_type"] != "code":
        return "unsupported_response_type", "response_type is code"
    if asked["code_challenge_method"] != "S256" or not _CHALLENGE.fullmatch(asked["code_challenge"]):
        return "invalid_request", "PKCE with S256 is needed: code_challenge, code_challenge_method=S256"
    if set(asked.every("resource")) - {resource_of(call.url)}:
        return "invalid_target", f"tokens of this server are for {resource_of(call.url)}"
    if asked["scope"].split() and not set(SCOPES) & set(asked["scope"].split()):
        return "invalid_scope", f"scopes are {' '.join(SCOPES)}"
    if len(asked["state"]) > LONGEST_STATE:
        return "invalid_request", f"state has {LONGEST_STATE} characters at most"
    return None


def _back(call: PageCall, name: str, redirect: str, error: str, description: str) -> PageAnswer:
    """Tell a program of this machine what is wrong; to a site, which anybody may register, nobody is led by that."""
    if urlsplit(redirect).scheme == "https":
        return refused_page(f"{name} asked wrongly: {description}.")
    state = call.query["state"][:LONGEST_STATE]
    return Redirect(to=led_to(redirect, error=error, error_description=description, state=state, iss=call.url))


def refused_page(why: str) -> ShownPage:
    """What a person sees of a program's request that can't be answered to the program itself."""
    message = f"A program sent you here, and its request can't be answered. {why}"
    return ShownPage(
        template="failure.html", values={"title": "Nothing was allowed", "message": message, "typed": ()}, status=400
    )
