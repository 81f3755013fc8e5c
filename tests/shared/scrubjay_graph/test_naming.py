"""A symbol is imported by the files whose import names it, also from a file that hands it on; a name alone is told."""

from scrubjay_graph.questions import answered
from tests.shared.scrubjay_graph.conftest import Tree

FILES = {
    "py/shapes.py": "class Circle:\n    def area(self):\n        return 3\n\n\nclass Square:\n    pass\n",
    "py/named.py": "from py.shapes import Circle as Round\n\nONE = Round()\n",
    "py/other.py": "from py.shapes import Square\n",
    "py/module.py": "import py.shapes\n\nTWO = py.shapes.Circle()\n",
    "ts/made.ts": "export function produce() { return 1 }\nexport default produce\n",
    "ts/index.ts": 'export {produce as make} from "./made"\n',
    "ts/all.ts": 'export * from "./made"\n',
    "ts/by_index.ts": 'import {make} from "./index"\nmake()\n',
    "ts/by_all.ts": 'import {produce} from "./all"\n',
    "ts/by_default.ts": 'import anything from "./made"\n',
    "go.mod": "module shop.example/app\n",
    "mem/fs.go": "package mem\n\ntype Store struct{}\n",
    "main.go": 'package main\n\nimport "shop.example/app/mem"\n\nfunc run() { var s mem.Store; _ = s }\n',
}


def test_who_imports_a_symbol_is_stated_by_the_imports_that_name_it(tree: Tree) -> None:
    graph = tree(FILES)
    for question, expected in {
        "who imports Circle": {"py/named.py"},
        "files that import Square": {"py/other.py"},
        "what uses Square": {"py/other.py"},
        "who imports Circle.area": set(),
        "who imports produce": {"ts/index.ts", "ts/by_index.ts", "ts/by_all.ts", "ts/by_default.ts"},
    }.items():
        answer = answered(graph, question)
        assert {key.removeprefix("file:") for key in answer.found} == expected, question


def test_what_an_import_doesnt_name_is_told_by_its_name_alone(tree: Tree) -> None:
    graph = tree(FILES)
    for question, expected in {"who uses Store": "run · main.go:5", "who imports Store": "run · main.go:5"}.items():
        answer = answered(graph, question)
        assert (answer.found, answer.by_name) == ((), (expected,)), question
