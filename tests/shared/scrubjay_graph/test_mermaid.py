"""Mermaid pictures: all of a small graph, of a large one as much as Mermaid draws, the most connected first."""

import re
from pathlib import Path

import pytest

from scrubjay.model.view import View
from scrubjay_graph.drawing import mermaid
from scrubjay_graph.model import Edge, EdgeEvidence, EdgeKind, GraphAnswer, Node, NodeKind, file_key

VIEW = View(
    key="k", worktree=Path("r"), branch="main", commit="c" * 40, tree="t" * 40, committed_at="", as_of="", files=()
)


def answered(titles: list[str], pairs: list[tuple[int, int]], start: int = 0, steps: int = 1) -> GraphAnswer:
    nodes = tuple((Node(file_key(t), NodeKind.FILE, t), 0 if n == start else steps) for n, t in enumerate(titles))
    edges = tuple(
        Edge(file_key(titles[a]), EdgeKind.LINKS, file_key(titles[b]), EdgeEvidence("a.md", line, line, "c" * 40))
        for line, (a, b) in enumerate(pairs, 1)
    )
    return GraphAnswer(
        view=VIEW, asked="x", nodes=nodes, edges=edges, found=(), looked="",
        grades={},
    )  # fmt: skip


def star(many: int, name: str = "docs/{}.md") -> GraphAnswer:
    return answered(["hub.md", *(name.format(n) for n in range(many))], [(n + 1, 0) for n in range(many)])


def web(many: int) -> GraphAnswer:
    return answered([f"f{n}.md" for n in range(many)], [(a, b) for a in range(many) for b in range(a)], start=many - 1)


@pytest.mark.parametrize(
    ("answer", "edges"),
    [(star(10), 10), (star(499), 499), (web(32), 496)],
)
def test_a_small_graph_is_drawn_whole(answer: GraphAnswer, edges: int) -> None:
    drawn, left_out = mermaid(answer)
    assert left_out == ""
    assert "%%" not in drawn
    assert drawn.count("-->|") == edges
    assert drawn.count(":::") == len(answer.nodes)


@pytest.mark.parametrize(
    "answer",
    [star(499, "docs/a rather long name of a page that fills the text, number {} of very many.md"), web(60), web(120),
     star(499, "docs/😀😀😀😀😀()()()()()()()()()()/{}.md"),
     answered(["a.md", "b.md"], [(0, 1)] * 700)],
)  # fmt: skip
def test_a_large_graph_is_cut_below_the_limits_of_mermaid_and_says_so(answer: GraphAnswer) -> None:
    drawn, left_out = mermaid(answer)
    nodes, edges = drawn.count(":::"), drawn.count("-->|")
    assert 0 < edges < 500
    assert len(drawn.encode("utf-16-le")) // 2 < 50_000
    said = (
        f"{nodes:,} of {len(answer.nodes):,} entities and {edges:,} of {len(answer.edges):,} relations, most connected"
    )
    assert left_out.startswith(said)
    assert drawn.split("\n")[1] == f"  %% {left_out}"
    start = next(node for node, steps in answer.nodes if not steps)
    assert f'["{start.title}"]' in drawn


def test_what_is_most_connected_stays() -> None:
    pairs = [(a, b) for a in range(40) for b in range(a)]
    titles = [f"f{n}.md" for n in range(60)]
    drawn, _ = mermaid(answered(titles, [*pairs, *((n, 0) for n in range(40, 60))], start=59))
    kept = {int(number) for number in re.findall(r'"f(\d+)\.md"', drawn)}
    assert 59 in kept
    assert kept - {59} <= set(range(40))
