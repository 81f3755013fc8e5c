"""The parts of the page as data: their addresses, each with the function behind it, which its first visit loads."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from scrubjay.extensions.manifest import NOTHING
from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewRoute:
    """A page at an address below a worktree's, or with `everywhere` one about all worktrees.

    `path` is as Starlette writes it; `show` answers a `Visit`, or names the function that does as `module:function`.
    A form's address has `writes`: it is a POST, which a page that only reads refuses.
    """

    path: str
    show: str | Callable[..., Any]
    writes: bool = False
    everywhere: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PageGroup:
    """Pages and forms that an extension provides together, each by its path: `module:function` among the views.

    `name` is the first part of its own address, `title` its link (none where it is empty), `order` that one's place.
    """

    name: str
    title: str = ""
    order: int = 0
    pages: Mapping[str, str]
    forms: Mapping[str, str] = NOTHING
    everywhere: Mapping[str, str] = NOTHING

    @property
    def routes(self) -> tuple[ViewRoute, ...]:
        """The routes of its pages and forms."""
        here = f"{__name__}."
        return (
            *(ViewRoute(path=path, show=here + show, everywhere=True) for path, show in self.everywhere.items()),
            *(ViewRoute(path=path, show=here + show) for path, show in self.pages.items()),
            *(ViewRoute(path=path, show=here + show, writes=True) for path, show in self.forms.items()),
        )


OWN: Final = (
    PageGroup(
        name="today",
        title="Today",
        order=1,
        pages={"/today": "today:today", "/today/health": "today:health"},
        everywhere={"/start": "today:start", "/": "today:everywhere"},
    ),
    PageGroup(
        name="search",
        title="Search",
        order=2,
        pages={"/search": "search:search", "/search/why": "search:why", "/document": "search:document"},
        everywhere={"/search/all": "search:everywhere"},
    ),
    PageGroup(
        name="memories",
        title="Memories",
        order=3,
        pages={
            "/memories": "memories:memories",
            "/memories/undo": "memory:undo_form",
            "/memories/{id}": "memory:memory",
            "/memories/{id}/change": "memory_changes:change_form",
            "/memories/{id}/end": "memory:end_form",
            "/memories/{id}/forget": "memory:forget_form",
            "/memories/{id}/quarantine": "quarantine:who_wrote",
        },
        forms={
            "/memories/many": "memories:many",
            "/memories/undo": "memory:undo",
            "/memories/{id}/change": "memory_changes:change",
            "/memories/{id}/end": "memory:end",
            "/memories/{id}/forget": "memory:forget",
            "/memories/{id}/quarantine": "quarantine:quarantine_writer",
        },
    ),
    PageGroup(
        name="review",
        title="Review",
        order=4,
        pages={
            "/review": "review:next_claim",
            "/review/group": "review:group",
            "/review/merge": "review:merging",
            "/review/disputes": "review:disputes",
            "/review/proposals": "review:proposals",
            "/review/archive": "review:archive",
            "/review/past": "review:past",
        },
        forms={
            "/review/decide": "review:decide",
            "/review/group/approve": "review:approve_group",
            "/review/merge/save": "review:merge",
            "/review/undo": "review:undo",
            "/review/disputes/settle": "review:settle",
        },
    ),
    PageGroup(
        name="decisions",
        title="Decisions",
        order=5,
        pages={"/decisions": "decisions:decisions", "/decisions/{name:path}": "decisions:decision"},
    ),
    PageGroup(
        name="sessions",
        title="Sessions",
        order=6,
        pages={
            "/sessions": "sessions:listed",
            "/sessions/{session}": "sessions:one",
            "/sessions/{session}/turns": "sessions:said",
            "/sessions/{session}/forget": "sessions:to_forget",
        },
        forms={"/sessions/{session}/forget": "sessions:forget"},
    ),
    PageGroup(
        name="quarantine",
        pages={"/agents/quarantine": "quarantine:blast", "/agents/lift": "quarantine:lifting"},
        forms={"/agents/quarantine/impose": "quarantine:quarantine", "/agents/lift/confirm": "quarantine:lift"},
    ),
    PageGroup(
        name="context",
        title="Context",
        order=10,
        pages={"/context": "inside:context", "/context/text": "inside:text"},
    ),
    PageGroup(
        name="insight",
        title="Insight",
        order=11,
        pages={"/insight": "insight:insight"},
        forms={"/insight/vectors": "insight:vectors"},
    ),
    PageGroup(
        name="audit", title="Audit", order=12, pages={"/audit": "inside:audit", "/audit/export.jsonl": "inside:export"}
    ),
    PageGroup(name="settings", title="Settings", order=13, pages={"/settings": "inside:settings"}),
)
"""What the page shows of the core. The parts below are named by the manifests of those that they are about."""

AGENTS: Final = (
    PageGroup(
        name="agents",
        title="Agents",
        order=7,
        pages={
            "/agents": "agents:agents",
            "/agents/hand-over": "agents:hand_over_form",
            "/agents/handoffs/{id}": "agents:one_handoff",
            "/agents/pools/{id}": "agents:one_pool",
            "/agents/known/{id}": "agents:one_agent",
            "/memories/{id}/share": "agents:share_form",
        },
        forms={
            "/agents/leave": "agents:hand_over",
            "/agents/handoffs/{id}/cancel": "agents:cancel",
            "/memories/{id}/share": "agents:share",
        },
    ),
)
PROMOTION: Final = (
    PageGroup(
        name="promotion",
        title="Promotion",
        order=8,
        pages={
            "/promotion": "promotion:log",
            "/promotion/why/{id}": "promotion:why",
            "/promotion/replay": "promotion:replay",
            "/review/proposals/ask": "review:asked",
        },
        forms={"/promotion/decline": "promotion:decline", "/review/proposals/decline": "review:decline"},
    ),
)
PUBLISHING: Final = (
    PageGroup(
        name="publishing",
        pages={"/promotion/published": "promotion:published", "/promotion/publish": "promotion:tell"},
        forms={"/promotion/publish/confirm": "promotion:confirm"},
    ),
)
GRAPH: Final = (
    PageGroup(
        name="graph",
        title="Graph",
        order=9,
        pages={"/graph": "graph:graph", "/graph/export.svg": "graph:export"},
        forms={"/graph/build": "graph:build"},
    ),
)
DISCUSSIONS: Final = (
    PageGroup(
        name="discussion",
        pages={"/discussion": "discussion:discussions", "/discussion/{name:path}": "discussion:discussion"},
    ),
)
