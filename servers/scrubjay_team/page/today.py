"""`/`: what waits for the member who is signed in."""

from scrubjay_team.page.route import PageCall, ShownPage


def today(call: PageCall) -> ShownPage:
    """The first page of a member."""
    return ShownPage(template="today.html", values={"title": "Today"})
