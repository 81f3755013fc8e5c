"""`/tokens`: what signs in for the member: personal tokens, programs by OAuth, browsers. Each can be ended here."""

from typing import TYPE_CHECKING, Final
from uuid import UUID

from scrubjay.errors import NotFound, UsageError
from scrubjay_team.oauth.grants import Consents
from scrubjay_team.page.mirrored import repositories
from scrubjay_team.page.route import PageCall, Redirect, ShownPage
from scrubjay_team.people.office import by_id, office, own_people
from scrubjay_team.people.rights import SCOPE_MEANS, SCOPES, scopes_of
from scrubjay_team.people.tokens import TokenRequest
from scrubjay_team.people.values import MOST_TOKEN_DAYS, TOKEN_DAYS
from scrubjay_team.signin.sessions import sessions

if TYPE_CHECKING:
    from scrubjay_team.people.people import TeamPeople

DAYS: Final = (7, 30, TOKEN_DAYS, MOST_TOKEN_DAYS)


def listed(call: PageCall) -> ShownPage:
    """The member's own tokens, programs and browsers; for an owner those of others as well."""
    return ShownPage(template="tokens/page.html", values=_values(call))


def make(call: PageCall) -> ShownPage:
    """Make a token of the member: it is shown once, and kept nowhere."""
    form, caller = call.form, call.member.caller
    asked = TokenRequest(
        name=form["name"].strip(), scopes=form.every("scope"), days=_days(form["days"]), projects=form.every("repo")
    )
    made, text = _people(call).tokens.create(caller.member_name, asked)
    return ShownPage(template="tokens/page.html", values=_values(call) | {"made": made, "text": text})


def end(call: PageCall) -> Redirect:
    """End a token or a program. Raises UsageError, NotFound."""
    form = call.form
    match form["what"]:
        case "token":
            people = _people(call)
            token = by_id(people.tokens.all(), form["id"], "token")
            people.tokens.revoke(token.member_name, token.name)
            said = f"The token {token.name} of {token.member_name} has ended."
        case "program":
            Consents(call.member, call.now).end(_id(form["id"]))
            said = "The program is let in no more."
        case _:
            raise UsageError("That is none of the choices of this page. Nothing was done.")
    return Redirect(to="/tokens", said=said)


def _people(call: PageCall) -> "TeamPeople":
    """Everybody's tokens for an owner, else the member's own."""
    opened = office if call.member.caller.role == "owner" else own_people
    return opened(call.member, call.services.clock)


def _values(call: PageCall) -> dict[str, object]:
    me = call.member.caller
    tokens = [one for one in _people(call).tokens.all() if one.revoked_at is None and one.expires_at > call.now]
    programs = Consents(call.member, call.now).grants()
    return {
        "title": "Tokens", "made": None, "text": "", "now": call.now, "means": SCOPE_MEANS, "days": DAYS,
        "usual": TOKEN_DAYS, "scopes": [one for one in SCOPES if one in scopes_of(me.role)],
        "tokens": [one for one in tokens if one.member == me.member],
        "others": [one for one in tokens if one.member != me.member],
        "programs": [one for one in programs if one.member == me.member],
        "other_programs": [one for one in programs if one.member != me.member],
        "sessions": sessions(call.member, call.now),
        "repositories": repositories(call.member), "address": f"{call.url}/mcp",
    }  # fmt: skip


def _days(text: str) -> int:
    """The days that a form names. Raises UsageError."""
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise UsageError(f"A token is valid for 1 to {MOST_TOKEN_DAYS} days. Choose how many.")
    return int(text)


def _id(text: str) -> UUID:
    """The id that a form names. Raises NotFound."""
    try:
        return UUID(text)
    except ValueError:
        raise NotFound("There is no such thing here. Open the page again.") from None
