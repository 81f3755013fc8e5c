"""A way leads through what a class holds and the file that defines it; else it says what isn't read."""

import pytest

from scrubjay_graph.questions import answered, explored
from tests.shared.scrubjay_graph.conftest import Tree

FILES = {
    "a.py": "from b import Filter\nfrom d import late\n\n\nclass Block:\n    def render(self):\n"
    "        return Filter.filter()\n\n\nclass Beside:\n    def other(self):\n        return late()\n",
    "b.py": "class Filter:\n    def filter():\n        return 1\n\n    def second(self):\n        return 2\n",
    "c.py": "import a\n",
    "d.py": "def late():\n    return 1\n",
    "alone.py": "def alone():\n    return 1\n",
    "run.sh": ". ./lib.sh\n",
    "lib.sh": "f() { echo; }\n",
}


def test_a_class_stands_for_its_members_and_a_symbol_for_its_file(tree: Tree) -> None:
    graph = tree(FILES)
    for question, expected in {
        "Block -> Filter": ["Block.render calls Filter.filter"],
        "Block -> Filter.filter": ["Block.render calls Filter.filter"],
        "Filter -> Block": ["Block.render calls Filter.filter"],
        "Block -> b.py": ["a.py imports b.py"],
        "c.py -> Filter": ["c.py imports a.py", "a.py imports b.py", "b.py defines Filter"],
        "Filter -> Filter.second": ["b.py defines Filter", "b.py defines Filter.second"],
        "Block.render -> late": ["a.py imports d.py", "d.py defines late"],
        "Block -> alone": [],
        "alone -> alone": [],
    }.items():
        answer = answered(graph, question)
        titles = answer.title_of
        told = [f"{titles[edge.source].title} {edge.link} {titles[edge.target].title}" for edge in answer.edges]
        assert told == expected, question


@pytest.mark.parametrize(("question", "found"), [("run.sh -> lib.sh", "No way is stated"), ("run.sh", "touches")])
def test_what_isnt_read_is_said_of_a_way_and_around_a_name(tree: Tree, question: str, found: str) -> None:
    said = explored(tree(FILES), question, 1)
    assert (found in said, said.count("not read: imports in Bash files (2 files)")) == (True, 1)
