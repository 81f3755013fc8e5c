"""`/audit`: who did what, the newest first; a reviewer sees what became of memories."""

from typing import Final

from scrubjay.errors import UsageError
from scrubjay_team.audit.reading import TeamAudit
from scrubjay_team.page.mirrored import Q
from scrubjay_team.page.route import PageCall, ShownPage
from scrubjay_team.people.office import office

MOST: Final = 100
"""Acts on a page."""


def shown(call: PageCall) -> ShownPage:
    """Some acts, with names in the place of ids."""
    before = call.query["before"] or "0"
    if not (before.isascii() and before.isdigit() and len(before) < 19):
        raise UsageError("The number behind `before` is none of an act. Open the page Audit again.")
    page = TeamAudit().page(call.member, int(before), MOST)
    names = {str(row["id"]): row["called"] for row in call.member.connection.execute(Q.everybody).fetchall()}
    if call.member.caller.role == "owner":
        names |= {str(one.id): one.name for one in office(call.member, call.services.clock).projects.all()}
    return ShownPage(template="audit/page.html", values={"title": "Audit", "page": page, "names": names})
