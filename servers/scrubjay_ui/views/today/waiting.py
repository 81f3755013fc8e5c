"""What waits for a person in a project, each with the page where it is settled."""

from typing import TYPE_CHECKING, Required, TypedDict

from scrubjay.model.frozen import dataclass

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.model.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingThing:
    """Something that waits, in words. `address` are the parts of the page's address, `query` what follows."""

    words: str
    address: tuple[str, ...]
    query: tuple[tuple[str, str], ...] = ()


def waiting(at: "Workspace", view: "View") -> tuple[WaitingThing, ...]:
    """What needs the person in the project of a worktree, each with its page."""
    return tuple(WaitingThing(words=need.what, **_PAGES[need.name]) for need in at.needs(view))


class _Page(TypedDict, total=False):
    address: Required[tuple[str, ...]]
    query: tuple[tuple[str, str], ...]


_PAGES: dict[str, _Page] = {
    "held": {"address": ("review",)},
    "contradicted": {"address": ("memories",), "query": (("state", "contradicted"),)},
    "disputes": {"address": ("review", "disputes")},
    "fallen": {"address": ("memories",), "query": (("state", "fallen"),)},
    "proposals": {"address": ("review", "proposals")},
}
