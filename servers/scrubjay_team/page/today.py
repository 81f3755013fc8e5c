"""`/`: what waits for the member who is signed in, what is new, and which repositories can't be fetched."""

from datetime import timedelta
from typing import Final

from scrubjay_team.memories.listing import MemoryFilters
from scrubjay_team.page.mirrored import repositories
from scrubjay_team.page.route import WRITERS, PageCall, ShownPage

DAYS: Final = 7
"""Days for which a memory is shown as new."""

MOST: Final = 10
"""Memories and handoffs that are shown."""


def today(call: PageCall) -> ShownPage:
    """The first page of a member."""
    member, services = call.member, call.services
    since = (call.now - timedelta(days=DAYS)).date().isoformat()
    new = services.memories.listed(member, MemoryFilters(since=since), MOST)
    waiting = services.handoffs.pending(member, limit=MOST) if member.caller.role in WRITERS else ()
    return ShownPage(
        template="today.html",
        values={
            "title": "Today", "new": new, "days": DAYS, "waiting": waiting,
            "troubled": [one for one in repositories(member) if one.trouble],
            "repositories": len(member.caller.projects),
        },
    )  # fmt: skip
