"""An address of every view of the page that is nobody else's."""

from scrubjay_team.page.declared import VIEW_PAGES
from scrubjay_team.page.route import PageRoute
from tests.servers.team.page.conftest import PagedTeam

EXAMPLES = {
    "/": ("/",),
    "/search": ("/search", "/search?q=why+is+the+retry+limit+5", "/search?q=vault&repo=shop&kind=memory"),
    "/document": ("/document?repo=shop&path=docs/adr/0001-it.md",),
    "/memories": ("/memories", "/memories?author=ben&status=all&mine=1"),
    "/memories/{id}": ("/memories/{cache}", "/memories/{fridays}"),
    "/handoffs": ("/handoffs",),
    "/repositories": ("/repositories",),
    "/repositories/{id}": ("/repositories/{pay}", "/repositories/{shop}"),
    "/members": ("/members",),
    "/members/{id}": ("/members/{ben}", "/members/{anna}"),
    "/tokens": ("/tokens",),
    "/usage": ("/usage", "/usage?days=90"),
    "/audit": ("/audit",),
}


def addresses(team: PagedTeam) -> list[tuple[PageRoute, str]]:
    """Each with its route."""
    named = {**team.memories, **{name: id.hex for name, id in (team.projects | team.members).items()}}
    views = [route for route in VIEW_PAGES if route.method == "GET"]
    return [(route, example.format(**named)) for route in views for example in EXAMPLES[route.path]]


def forms(team: PagedTeam) -> list[tuple[PageRoute, str]]:
    """The address of every form, with its route."""
    ids = {"handoffs": "0" * 32, "repositories": "{pay}", "members": "{ben}", "memories": "{cache}"}
    named = team.memories | {name: id.hex for name, id in (team.projects | team.members).items()}
    views = [route for route in VIEW_PAGES if route.method == "POST"]
    return [(one, one.path.replace("{id}", ids.get(one.path.split("/")[1], "")).format(**named)) for one in views]
