"""Routes of how much a team's server is used: a member's own days, and everybody's for owners."""

from datetime import UTC, date, timedelta
from typing import TYPE_CHECKING, Annotated, Final

from pydantic import Field

from scrubjay_team.api.route import ApiAnswer, ApiBody, ApiCall
from scrubjay_team.people.office import office
from scrubjay_team.usage.days import usage

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrubjay_team.usage.days import UsedDay

MOST_DAYS: Final = 400
"""Days for which sums are kept."""


class UsageBody(ApiBody):
    """For how many days until today, in UTC."""

    days: Annotated[int, Field(ge=1, le=MOST_DAYS)] = 30


class UsedShown(ApiAnswer):
    """How often a member called something on a day: a tool by its name, or a route such as `POST /search`."""

    day: date
    member: str
    what: str
    count: int


class UsageAnswer(ApiAnswer):
    """Sums of days, the newest first, at most 10,000 rows. Waiting for changes isn't counted, nor what was refused."""

    usage: tuple[UsedShown, ...]


def own_usage(call: ApiCall, body: UsageBody) -> UsageAnswer:
    """What the caller used."""
    since, today = _days(call, body)
    return _answer(usage(call.entered, since, today))


def usage_of_all(call: ApiCall, body: UsageBody) -> UsageAnswer:
    """What every member used."""
    since, today = _days(call, body)
    office(call.entered, call.services.clock)
    return _answer(usage(call.entered, since, today, everybody=True))


def _days(call: ApiCall, body: UsageBody) -> tuple[date, date]:
    today = call.now.astimezone(UTC).date()
    return today - timedelta(days=body.days - 1), today


def _answer(found: "Iterable[UsedDay]") -> UsageAnswer:
    rows = (UsedShown(day=one.day, member=one.member_name, what=one.what, count=one.count) for one in found)
    return UsageAnswer(usage=tuple(rows))
