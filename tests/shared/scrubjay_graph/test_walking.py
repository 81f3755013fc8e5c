"""The shortest way is connected, as short as the search says, and the same whatever the order of relations."""

from collections import deque

from hypothesis import given
from hypothesis import strategies as st

from scrubjay_graph.model import Edge, EdgeEvidence, EdgeKind
from scrubjay_graph.ways import shortest

PLACE = EdgeEvidence("a.md", 1, 1, "c" * 40)
EDGES = st.lists(
    st.tuples(st.sampled_from("abcdefg"), st.sampled_from("abcdefg")).filter(lambda pair: pair[0] != pair[1]),
    max_size=14,
)


def distances(edges: list[Edge], start: str, *, both_ways: bool) -> dict[str, int]:
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        near = [e.target for e in edges if e.source == here]
        near += [e.source for e in edges if e.target == here] if both_ways else []
        for key in near:
            if key not in steps:
                steps[key] = steps[here] + 1
                queue.append(key)
    return steps


@given(EDGES, st.booleans())
def test_a_way_is_connected_and_shortest(pairs: list[tuple[str, str]], both_ways: bool) -> None:
    edges = [Edge(source, EdgeKind.LINKS, target, PLACE) for source, target in pairs]
    steps = distances(edges, "a", both_ways=both_ways)
    way = shortest(["a"], ["b"], steps, edges, both_ways=both_ways)
    assert len(way) == steps.get("b", 0)
    here = "a"
    for edge in way:
        assert here == edge.source or (both_ways and here == edge.target)
        here = edge.target if here == edge.source else edge.source
    assert here == ("b" if way else "a")
    assert way == shortest(["a"], ["b"], steps, edges[::-1], both_ways=both_ways)


def test_a_way_goes_on_from_what_a_node_stands_for() -> None:
    edges = [Edge("part", EdgeKind.CALLS, "b", PLACE), Edge("b's", EdgeKind.CALLS, "c", PLACE)]
    steps = {"whole": 0, "part": 0, "b": 1, "b's": 1, "c": 2, "c's": 2}
    joined = {"part": ["whole"], "b's": ["b"], "c's": ["c"]}
    assert shortest(["whole"], ["c's"], steps, edges, both_ways=False, joined=joined) == edges
    assert shortest(["whole"], ["c's"], steps, edges, both_ways=False) == []
