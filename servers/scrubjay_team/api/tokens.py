"""Routes of access tokens: a member's own, and the heads of all for owners."""

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from scrubjay.model.clock import iso
from scrubjay_team.api.route import ApiAnswer, ApiBody, ApiCall, Nothing
from scrubjay_team.people.office import by_id, office, own_people
from scrubjay_team.people.tokens import TokenRequest
from scrubjay_team.people.values import MOST_PROJECTS, MOST_TOKEN_DAYS, TOKEN_DAYS, TokenScope

if TYPE_CHECKING:
    from datetime import datetime

    from scrubjay_team.people.values import AccessToken

Name = Annotated[str, Field(max_length=1_000)]


class TokenShown(ApiAnswer):
    """A token without its text. `projects` are repositories that it is narrowed to, null for all that are granted.

    `state` is valid, ends soon, expired or revoked; moments are ISO 8601 in UTC, `used_at` empty where it never was.
    """

    id: str
    member: str
    name: str
    scopes: tuple[TokenScope, ...]
    projects: tuple[str, ...] | None
    state: str
    made_at: str
    ends_at: str
    used_at: str


class TokensAnswer(ApiAnswer):
    """Tokens: by member, the oldest first."""

    tokens: tuple[TokenShown, ...]


class TokenBody(ApiBody):
    """A token to make; without a name it is numbered, without `projects` it reaches all that its member is granted."""

    name: Name = ""
    scopes: Annotated[tuple[TokenScope, ...], Field(min_length=1, max_length=4)] = ("search",)
    days: Annotated[int, Field(ge=1, le=MOST_TOKEN_DAYS)] = TOKEN_DAYS
    projects: Annotated[tuple[Name, ...], Field(max_length=MOST_PROJECTS)] = ()


class TokenMade(ApiAnswer):
    """A new token; `text` is what programs send, and is told in this answer alone."""

    token: TokenShown
    text: str


class TokenAct(ApiAnswer):
    """A token after an act."""

    token: TokenShown


def own_tokens(call: ApiCall, body: Nothing) -> TokensAnswer:
    """The caller's own tokens."""
    found = own_people(call.entered, call.services.clock).tokens.all(call.caller.member_name)
    return TokensAnswer(tokens=tuple(_shown(one, call.now) for one in found))


def tokens(call: ApiCall, body: Nothing) -> TokensAnswer:
    """The heads of every member's tokens."""
    found = office(call.entered, call.services.clock).tokens.all()
    return TokensAnswer(tokens=tuple(_shown(one, call.now) for one in found))


def make_token(call: ApiCall, body: TokenBody) -> TokenMade:
    """Make a token of the caller's own."""
    asked = TokenRequest(name=body.name, scopes=body.scopes, days=body.days, projects=body.projects)
    made, text = own_people(call.entered, call.services.clock).tokens.create(call.caller.member_name, asked)
    return TokenMade(token=_shown(made, call.now), text=text)


def revoke_own_token(call: ApiCall, body: Nothing) -> TokenAct:
    """End a token of the caller's own, be it the one that calls."""
    there = own_people(call.entered, call.services.clock).tokens
    one = by_id(there.all(call.caller.member_name), call.path["id"], "token")
    return TokenAct(token=_shown(there.end(one), call.now))


def revoke_token(call: ApiCall, body: Nothing) -> TokenAct:
    """End a token of any member."""
    there = office(call.entered, call.services.clock).tokens
    return TokenAct(token=_shown(there.end(by_id(there.all(), call.path["id"], "token")), call.now))


def _shown(one: "AccessToken", now: "datetime") -> TokenShown:
    return TokenShown(
        id=one.id.hex, member=one.member_name, name=one.name, scopes=one.scopes, projects=one.projects,
        state=one.state(now), made_at=iso(one.created_at), ends_at=iso(one.expires_at),
        used_at=iso(one.last_used_at) if one.last_used_at else "",
    )  # fmt: skip
