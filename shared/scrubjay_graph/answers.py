"""What the graph answers: entities with their distance, relations with their evidence, and what was looked at."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scrubjay.model.view import View
from scrubjay_graph.model import Edge, Node


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphAnswer:
    """An answer at a view. `nodes` are in order, each with its number of steps; `edges` are among them.

    `asked` says the question in a line, `looked` what was looked at, and `notes` what is missing; `cut`: there is more.
    `found` are the keys that answer a question; the others are on the way to them. `grades` are those of memories.
    `counts` says of found ones how many relations lead there, or commits, with the day of the newest. `by_name` are
    places that only a name tells, `unread` what may state more and isn't read, `read` how many files
    were; `why_none` says why nothing can be stated at all.
    """

    view: View
    asked: str
    nodes: tuple[tuple[Node, int], ...]
    edges: tuple[Edge, ...]
    found: tuple[str, ...]
    looked: str
    notes: tuple[str, ...] = ()
    cut: bool = False
    grades: Mapping[str, str]
    counts: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    by_name: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    read: int = 0
    why_none: str = ""
    is_way: bool = False

    @property
    def title_of(self) -> dict[str, Node]:
        """The nodes by key."""
        return {node.key: node for node, _ in self.nodes}
