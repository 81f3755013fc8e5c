"""`/audit`: who did what, the newest first; a reviewer sees what became of memories."""

from typing import Final

from scrubjay.errors import UsageError
from scrubjay_team.audit.reading import TeamAudit
from scrubjay_team.page.route import PageCall, ShownPage

MOST: Final = 100
"""Acts on a page."""


def shown(call: PageCall) -> ShownPage:
    """Some acts, of one kind where that is asked for."""
    before = call.query["before"] or "0"
    if not (before.isascii() and before.isdigit() and len(before) < 19):
        raise UsageError("The number behind `before` is none of an act. Open the page Audit again.")
    page = TeamAudit().page(call.member, int(before), MOST)
    return ShownPage(template="audit/page.html", values={"title": "Audit", "page": page})
