"""An example address of every page, on the rich home: what tests of all views open."""

from collections.abc import Callable, Iterator

from scrubjay_ui.endpoints import ViewRoute
from scrubjay_ui.views import VIEWS
from tests.servers.ui.rich import RichHome

EXAMPLES: dict[str, Callable[[RichHome], str]] = {}
"""By the path of a view: its example below the worktree's address. A path without parameters is its own, unless it
shows little without a question."""


def pages() -> tuple[ViewRoute, ...]:
    """The views that are shown, without forms' addresses."""
    return tuple(view for view in VIEWS if not view.writes)


def without_example() -> list[str]:
    """Paths of views that have a parameter and no example."""
    return [view.path for view in pages() if "{" in view.path and view.path not in EXAMPLES]


def addresses(home: RichHome) -> Iterator[tuple[str, str]]:
    """The path of each view with its example: `/` for a page about everything, else below the worktree's address."""
    for view in pages():
        example = EXAMPLES.get(view.path)
        if view.everywhere:
            yield view.path, view.path
        elif example is not None or "{" not in view.path:
            yield view.path, (example(home) if example else view.path).lstrip("/")
