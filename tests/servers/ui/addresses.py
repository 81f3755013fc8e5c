"""An example address of every page, on the rich home: what tests of all views open."""

from collections.abc import Callable, Iterator

from scrubjay.extensions.loading import load, targets_of
from scrubjay_ui.views import ViewRoute
from tests.servers.ui.rich import RichHome

VIEWS: tuple[ViewRoute, ...] = tuple(
    view for target in targets_of("view") for part in load(target) for view in part.routes
)
"""Every page and form that manifests of ours name."""

EXAMPLES: dict[str, Callable[[RichHome], str]] = {
    "/agents/handoffs/{id}": lambda home: f"agents/handoffs/{home.handoff}",
    "/agents/known/{id}": lambda home: f"agents/known/{home.agent}",
    "/agents/lift": lambda home: f"agents/lift?who={home.quarantined}",
    "/agents/pools/{id}": lambda home: f"agents/pools/{home.pool}",
    "/agents/quarantine": lambda home: "agents/quarantine?who=ada",
    "/context": lambda home: "context?q=how+is+a+lost+connection+tried+again",
    "/context/text": lambda home: "context/text?q=how+is+a+lost+connection+tried+again",
    "/decisions/{name:path}": lambda home: "decisions/docs/adr/0003-redis.md",
    "/discussion/{name:path}": lambda home: "discussion/forge.test/acme/shop/12",
    "/document": lambda home: "document?path=docs/guide.md",
    "/graph": lambda home: "graph?about=docs/adr/0003-redis.md",
    "/graph/export.svg": lambda home: "graph/export.svg?about=docs/adr/0003-redis.md",
    "/memories/{id}": lambda home: f"memories/{home.correction}",
    "/memories/{id}/change": lambda home: f"memories/{home.facts[1]}/change?how=correct",
    "/memories/{id}/end": lambda home: f"memories/{home.facts[1]}/end?act=retract",
    "/memories/{id}/forget": lambda home: f"memories/{home.facts[1]}/forget",
    "/memories/{id}/quarantine": lambda home: f"memories/{home.facts[8]}/quarantine",
    "/memories/{id}/share": lambda home: f"memories/{home.facts[3]}/share",
    "/promotion/publish": lambda home: f"promotion/publish?id={home.proposed[0]}",
    "/promotion/why/{id}": lambda home: f"promotion/why/{home.proposed[0]}",
    "/review/group": lambda home: f"review/group?claim={home.held[-3]}",
    "/review/merge": lambda home: f"review/merge?id={home.held[0]}&id={home.held[1]}",
    "/review/proposals/ask": lambda home: f"review/proposals/ask?id={home.proposed[0]}",
    "/search": lambda home: "search?q=retry+policy",
    "/search/why": lambda home: "search/why?q=retry+policy",
    "/sessions/{session}": lambda home: f"sessions/{home.sessions[0]}",
    "/sessions/{session}/forget": lambda home: f"sessions/{home.sessions[2]}/forget",
    "/sessions/{session}/turns": lambda home: f"sessions/{home.sessions[0]}/turns",
}
"""By the path of a view: its example below the worktree's address. A path without parameters is its own, unless it
shows little without a question."""


FILES = (".jsonl", ".svg", "/text")
"""Ends of paths that answer with a file."""


def pages() -> tuple[ViewRoute, ...]:
    """The views that are shown, without forms' addresses."""
    return tuple(view for view in VIEWS if not view.writes)


def name(view: ViewRoute) -> str:
    """What a view is called in tests: its path; one about all worktrees stands apart."""
    return f"everywhere {view.path}" if view.everywhere else view.path


def html_pages() -> tuple[ViewRoute, ...]:
    """The views without those that are files."""
    return tuple(view for view in pages() if not view.path.endswith(FILES))


def without_example() -> list[str]:
    """Paths of views that have a parameter and no example."""
    return [view.path for view in pages() if "{" in view.path and view.path not in EXAMPLES]


def without_view() -> list[str]:
    """Examples of a part of the page that is there, for a path that isn't."""
    paths = {view.path for view in pages()}
    parts = {path.split("/")[1] for path in paths}
    return [path for path in EXAMPLES if path not in paths and path.split("/")[1] in parts]


def addresses(home: RichHome) -> Iterator[tuple[str, str]]:
    """The name of each view with its example: `/…` for a page about all worktrees, else below its worktree's."""
    for view in pages():
        example = EXAMPLES.get(view.path)
        if view.everywhere:
            yield name(view), view.path
        elif example is not None or "{" not in view.path:
            yield name(view), (example(home) if example else view.path).lstrip("/")
