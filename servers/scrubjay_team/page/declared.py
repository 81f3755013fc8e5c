"""The views of the page that are nobody else's: what a member finds, and what an owner looks after."""

from typing import Final

from scrubjay_team.page.route import PageRoute

_RUNS: Final = "scrubjay_team.page"

VIEW_PAGES: Final[tuple[PageRoute, ...]] = (
    PageRoute(
        method="GET", path="/", runs=f"{_RUNS}.today:today", link="Today", order=1, summary="What waits for you."
    ),
)  # fmt: skip
