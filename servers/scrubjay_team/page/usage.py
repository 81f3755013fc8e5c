"""`/usage`: how often what was called, by day; an owner sees it of everybody."""

from collections import Counter
from datetime import UTC, timedelta
from typing import Final

from scrubjay.errors import UsageError
from scrubjay_team.page.route import PageCall, ShownPage
from scrubjay_team.people.office import office
from scrubjay_team.usage.days import usage

SPANS: Final = (7, 30, 90)
"""Days that can be shown."""


def shown(call: PageCall) -> ShownPage:
    """The sums of some days: by member, by what was called, and by day."""
    text = call.query["days"] or str(SPANS[0])
    if text not in map(str, SPANS):
        raise UsageError(f"Usage is shown for {', '.join(map(str, SPANS))} days. Choose one of them.")
    today = call.now.astimezone(UTC).date()
    its_owner = call.member.caller.role == "owner"
    if its_owner:
        office(call.member, call.services.clock)
    rows = usage(call.member, today - timedelta(days=int(text) - 1), today, everybody=its_owner)
    sums = {"member": Counter[str](), "what": Counter[str](), "day": Counter[str]()}
    for row in rows:
        sums["member"][row.member_name] += row.count
        sums["what"][row.what] += row.count
        sums["day"][row.day.isoformat()] += row.count
    return ShownPage(
        template="usage/page.html",
        values={
            "title": "Usage", "owner": its_owner, "span": int(text), "spans": SPANS,
            "total": sum(one.count for one in rows),
            "members": sums["member"].most_common(), "calls": sums["what"].most_common(),
            "days": sorted(sums["day"].items(), reverse=True),
        },
    )  # fmt: skip
