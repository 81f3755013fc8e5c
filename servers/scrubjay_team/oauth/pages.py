"""The pages on which a person decides about programs and machines that ask to act for them."""

import time
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from scrubjay.errors import UsageError
from scrubjay_team.database.queries import load
from scrubjay_team.oauth.device import typed_code
from scrubjay_team.oauth.grants import Consents
from scrubjay_team.oauth.redirects import led_to, origin_of, shown_place
from scrubjay_team.oauth.store import uuid_of
from scrubjay_team.oauth.values import ClientRequest, WaitingMachine
from scrubjay_team.page.route import PageAnswer, PageCall, PageRoute, Redirect, ShownPage
from scrubjay_team.people.rights import SCOPE_MEANS, scopes_of
from scrubjay_team.serving.limits import Rate, RateLimit

if TYPE_CHECKING:
    from collections.abc import Sequence

Q = load(__package__)
_RUNS: Final = "scrubjay_team.oauth"

GUESSES: Final = RateLimit(Rate(10, 2), time.monotonic)
"""Codes that a member types: ten at once, then two a minute, so that nobody finds another one's machine by trying."""

ALLOW: Final = "allow"


def consent(call: PageCall) -> ShownPage:
    """Show what a program asks, whom for, and where it will be led."""
    return _consent_page(call, _asked(call, call.query["request"]))


def decide(call: PageCall) -> PageAnswer:
    """Allow a program what was chosen, or turn it away; either way it is led to its own address."""
    request, consents = _asked(call, call.form["request"]), Consents(call.member, call.now)
    told = {"state": request.state, "iss": call.url}
    if call.form["decision"] != ALLOW:
        consents.deny(request)
        return Redirect(to=led_to(request.redirect, error="access_denied", **told))
    if not call.form.every("scope"):
        return _consent_page(call, request, "Tick at least one thing that it may do, or choose Don't allow.")
    code = consents.consent(request, call.form.every("scope"), _projects(call))
    return Redirect(to=led_to(request.redirect, code=code, **told))


def device(call: PageCall) -> ShownPage:
    """Ask for the code that a machine shows."""
    return ShownPage(template="oauth/device.html", values={"title": "Let a machine join"})


def device_typed(call: PageCall) -> ShownPage:
    """Show which machine waits with a code that was typed."""
    wait = GUESSES.take(call.member.caller.member)
    if wait:
        values = {
            "title": "Too many codes",
            "message": f"Try again in {int(wait) + 1} s.",
            "typed": (),
            "signs_in": "",
            "back": "/device",
            "back_name": "where it stood",
        }
        return ShownPage(template="failure.html", values=values, status=429)
    machine = Consents(call.member, call.now).typed(typed_code(call.form["code"]))
    return _machine_page(call, machine)


def device_decided(call: PageCall) -> PageAnswer:
    """Let a machine in with what was chosen, or turn it away."""
    id, consents = _id(call.form["machine"]), Consents(call.member, call.now)
    if call.form["decision"] != ALLOW:
        consents.decide_machine(id, (), ())
        return Redirect(to="/device", said="The machine was turned away; it got nothing.")
    if not call.form.every("scope"):
        raise UsageError("Nothing was ticked that the machine may do, so nothing was done. Type the code once more.")
    consents.decide_machine(id, call.form.every("scope"), _projects(call))
    return Redirect(to="/device", said="The machine is let in: it goes on by itself within some seconds.")


def _asked(call: PageCall, id: str) -> ClientRequest:
    return Consents(call.member, call.now).asked(_id(id))


def _id(text: str) -> UUID:
    """An id of a form or a query; one that nothing has for what is none."""
    return uuid_of(text) or UUID(int=0)


def _projects(call: PageCall) -> "Sequence[UUID]":
    """The repositories that were ticked. Raises UsageError where they are to be chosen and none is."""
    chosen = tuple(map(_id, call.form.every("project")))
    if call.form["repositories"] == "some" and not chosen:
        raise UsageError("Choose a repository, or all of them. Go back in your browser and choose once more.")
    return chosen if call.form["repositories"] == "some" else ()


def _consent_page(call: PageCall, request: ClientRequest, said: str = "") -> ShownPage:
    values = {
        "title": f"Allow {request.name} to act for you?", "request": request, "place": shown_place(request.redirect),
    }  # fmt: skip
    return ShownPage(
        template="oauth/consent.html", values=values | _choices(call, request.scopes), said=said,
        leads_to=origin_of(request.redirect),
    )  # fmt: skip


def _machine_page(call: PageCall, machine: WaitingMachine) -> ShownPage:
    values = {"title": "Let this machine join?", "machine": machine}
    return ShownPage(template="oauth/machine.html", values=values | _choices(call, machine.scopes))


def _choices(call: PageCall, scopes: "Sequence[str]") -> dict[str, Any]:
    """What a person chooses among: scopes within their role, and repositories that they are granted."""
    rows = call.member.connection.execute(Q.granted_names).fetchall()
    allowed = [scope for scope in scopes if scope in scopes_of(call.member.caller.role)]
    return {
        "scopes": [(scope, SCOPE_MEANS[scope], scope != "export") for scope in allowed],
        "projects": [(str(row["id"]), row["name"]) for row in rows],
    }


OAUTH_PAGES: Final[tuple[PageRoute, ...]] = (
    PageRoute(
        method="GET", path="/oauth/authorize", runs=f"{_RUNS}.asking:authorize", public=True,
        summary="Where a program leads you, to ask you to let it act for you.",
    ),
    PageRoute(
        method="GET", path="/oauth/consent", runs=f"{_RUNS}.pages:consent", summary="What a program asks you to allow."
    ),
    PageRoute(
        method="POST", path="/oauth/consent", runs=f"{_RUNS}.pages:decide", summary="Your decision about a program."
    ),
    PageRoute(method="GET", path="/device", runs=f"{_RUNS}.pages:device", summary="Let a machine join the team."),
    PageRoute(
        method="POST", path="/device", runs=f"{_RUNS}.pages:device_typed", summary="The machine whose code you typed."
    ),
    PageRoute(
        method="POST", path="/device/confirm", runs=f"{_RUNS}.pages:device_decided",
        summary="Your decision about a machine.",
    ),
)  # fmt: skip
