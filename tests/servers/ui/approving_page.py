"""The page with one more form, `/approve`, which approves a claim: `python -m tests.servers.ui.approving_page …`."""

import sys
from functools import partial
from typing import TYPE_CHECKING

from scrubjay_ui.__main__ import open_page, run
from scrubjay_ui.views import ViewRoute

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay_ui.visit import Visit


def approve(visit: "Visit") -> "Response":
    """Approve the claim that the form names."""
    visit.workspace.reviews.approve([visit.text("id")], "")
    visit.record("approve", visit.text("id"))
    return visit.redirect(visit.link("today"), "Approved.")


APPROVE = ViewRoute(path="/approve", show=approve, writes=True)

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:], opener=partial(open_page, more=(APPROVE,))))
