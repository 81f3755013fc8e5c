"""Where entities stand in a picture: a column a distance, near their neighbours, never on each other."""

from pathlib import Path

import pytest

from scrubjay.model.view import View
from scrubjay_graph.drawing import GAP, HEIGHT, ROWS, WIDTH, curve, fitted_text, in_layers, laid_out, nearest
from scrubjay_graph.model import Edge, EdgeEvidence, EdgeKind, GraphAnswer, Node, NodeKind

NOWHERE = EdgeEvidence("a.md", 1, 1, "c" * 40)


def node(key: str) -> Node:
    return Node(key, NodeKind.FILE, key)


def edge(source: str, target: str) -> Edge:
    return Edge(source, EdgeKind.LINKS, target, NOWHERE)


def many(steps: int, count: int) -> list[tuple[Node, int]]:
    return [(node(f"{steps}-{number:03}"), steps) for number in range(count)]


def test_a_distance_is_a_column_and_neighbours_keep_their_order() -> None:
    nodes = [(node("start"), 0), (node("a"), 1), (node("b"), 1), (node("of b"), 2), (node("of a"), 2)]
    edges = [edge("start", "a"), edge("start", "b"), edge("b", "of b"), edge("a", "of a")]
    places = laid_out(nodes, edges).places
    assert places["start"][0] < places["a"][0] == places["b"][0] < places["of a"][0]
    assert places["of a"][1] < places["of b"][1], "crosses no line"


@pytest.mark.parametrize("count", [1, ROWS, ROWS + 1, 150])
def test_no_box_lies_on_another_one_and_all_lie_in_the_picture(count: int) -> None:
    layout = laid_out([(node("start"), 0), *many(1, count)], [])
    spots = sorted(layout.places.values())
    assert len(set(spots)) == count + 1
    for first in spots:
        for other in spots:
            assert first == other or abs(first[0] - other[0]) >= WIDTH or abs(first[1] - other[1]) >= HEIGHT + GAP
    assert max(left for left, _ in spots) + WIDTH <= layout.width
    assert max(top for _, top in spots) + HEIGHT <= layout.height


def test_the_same_entities_are_always_laid_out_alike() -> None:
    nodes, edges = [*many(0, 3), *many(1, 40)], [edge("0-001", f"1-{number:03}") for number in range(40)]
    assert laid_out(nodes, edges) == laid_out(nodes, edges)


def test_a_picture_of_nothing_has_a_size() -> None:
    assert laid_out([], []).width > 0


def test_lines_begin_and_end_at_the_edges_of_boxes() -> None:
    assert curve((0, 0), (400, 52)) == "M260 17C330 17 330 69 400 69"
    assert curve((400, 52), (0, 0)) == "M400 69C330 69 330 17 260 17"
    assert curve((0, 0), (0, 52)).endswith("260 69"), "within a column it swings out"


@pytest.mark.parametrize(
    ("text", "cut"),
    [("abcd", "abcd"), ("abcde", "abc…"), ("漢字", "漢字"), ("漢字漢字", "漢…"), ("", "")],
)
def test_a_label_is_cut_to_the_room_that_it_takes(text: str, cut: str) -> None:
    assert fitted_text(text, 4) == cut


def answered(nodes: tuple[tuple[Node, int], ...], edges: tuple[Edge, ...]) -> GraphAnswer:
    view = View(key="v", worktree=Path("/x"), branch="main", commit="", tree="", committed_at="", as_of="", files=())
    found = tuple(node.key for node, steps in nodes if steps)
    return GraphAnswer(view=view, asked="", nodes=nodes, edges=edges, found=found, looked="", grades={})


def test_a_line_that_swings_out_stays_in_the_picture() -> None:
    nodes = [(node("a"), 0), (node("b"), 0)]
    assert laid_out(nodes, [edge("a", "b")]).width == laid_out(nodes, []).width + 70


@pytest.mark.parametrize(
    ("edges", "levels"),
    [
        ((("a", "b"), ("b", "c")), {"a": 0, "b": 1, "c": 2}),  # a chain
        ((("a", "b"), ("a", "c"), ("c", "b")), {"a": 0, "b": 2, "c": 1}),  # the longest way counts
        ((("a", "a"),), {"a": 0}),  # itself
        ((), {}),  # what stands alone isn't on the map
    ],
)
def test_on_a_map_relations_lead_ahead(edges: tuple[tuple[str, str], ...], levels: dict[str, int]) -> None:
    nodes = ((node("a"), 0), (node("b"), 0), (node("c"), 0))
    told = in_layers(answered(nodes, tuple(edge(*ends) for ends in edges)))
    assert {one.key: steps for one, steps in told.nodes} == levels


def test_a_circle_on_a_map_ends() -> None:
    told = in_layers(answered(((node("a"), 0), (node("b"), 0)), (edge("a", "b"), edge("b", "a"))))
    assert len(told.nodes) == 2


def test_of_too_many_entities_the_nearest_are_drawn_and_the_rest_is_counted() -> None:
    nodes = ((node("start"), 0), *many(1, 5))
    edges = (edge("start", "1-000"), edge("start", "1-004"))
    answer = answered(nodes, edges)
    kept, left = nearest(answer, 3)
    assert ([n.key for n, _ in kept.nodes], left) == (["start", "1-000", "1-001"], {"file": 3})
    assert (kept.edges, kept.found, kept.cut) == ((edges[0],), ("1-000", "1-001"), True)
    assert nearest(answer) == (answer, {})


def test_of_too_many_relations_the_nearest_are_drawn() -> None:
    far, near = edge("1-001", "1-000"), edge("start", "1-000")
    answer = answered(((node("start"), 0), *many(1, 2)), (far, near))
    kept, left = nearest(answer, relations=1)
    assert (kept.edges, left, kept.cut) == ((near,), {"relation": 1}, True)
