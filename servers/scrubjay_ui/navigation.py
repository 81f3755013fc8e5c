"""The links on every page: which views there are, and which of them is open."""

from typing import TYPE_CHECKING

from scrubjay.model.frozen import dataclass

if TYPE_CHECKING:
    from scrubjay_ui.visit import Visit

VIEWS = (
    ("today", "Today"),
    ("search", "Search"),
    ("memories", "Memories"),
    ("review", "Review"),
    ("decisions", "Decisions"),
    ("sessions", "Sessions"),
    ("agents", "Agents"),
    ("promotion", "Promotion"),
    ("graph", "Graph"),
    ("context", "Context"),
    ("insight", "Insight"),
    ("audit", "Audit"),
    ("settings", "Settings"),
)
"""The first part of a view's address, and its name."""

MAIN = 6
"""Views that stand in the row; the others stand behind "More", but for the one that is open."""


@dataclass(frozen=True, slots=True)
class NavigationLink:
    """A link to a view. `open`: it is the page that is shown. `main`: it stands in the row."""

    name: str
    address: str
    open: bool
    main: bool


def navigation(visit: "Visit") -> tuple[NavigationLink, ...]:
    """Links to the views of the worktree that is shown; none on pages about all worktrees."""
    if not visit.place:
        return ()
    shown = visit.path.split("/")[3:4]
    return tuple(
        NavigationLink(name, visit.link(part), [part] == shown, main=place < MAIN or [part] == shown)
        for place, (part, name) in enumerate(VIEWS)
    )
