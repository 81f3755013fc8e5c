"""What others wrote and a type extends is known by the name that the file imports; what the tree may have is not."""

import pytest

from scrubjay_graph.build.defined import DefinedNames, OutsideNames
from scrubjay_graph.build.linking import Definition, Naming
from scrubjay_graph.mentions import Mention
from scrubjay_graph.questions import answered, explored
from tests.shared.scrubjay_graph.conftest import Tree

FILES = {
    "a.py": "import django.views as views\nfrom django.utils.deprecation import MiddlewareMixin\n"
    "from b import Own\n\n\nclass Watch(MiddlewareMixin, views.View, Own):\n    pass\n\n\n"
    "class Wrong(Exception):\n    pass\n",
    "b.py": "from django.utils.deprecation import MiddlewareMixin\n\n\nclass Own:\n    pass\n",
    "src/A.php": "<?php\nnamespace Shop;\n\nuse Symfony\\Contracts\\Event;\n\n"
    "class A extends Event implements \\Countable {}\n",
    "a.ts": 'import React from "react"\nimport {B} from "./missing"\n'
    "class C extends React.Component {}\nclass D extends B {}\n",
}


@pytest.mark.parametrize(
    ("language", "imported", "receiver", "name", "whole"),
    [
        ("python", Mention(1, "import", "a.b", "C", "C"), "", "C", "a.b.C"),
        ("python", Mention(1, "import", "a.b", "C", "D"), "", "D", "a.b.C"),
        ("python", Mention(1, "import", "a.b", "", "a"), "a.b", "C", "a.b.C"),
        ("rust", Mention(1, "import", "std", "fmt", "fmt"), "fmt", "Display", "std.fmt.Display"),
        ("php", Mention(1, "import", "A\\B\\C", "", "C"), "", "C", "A.B.C"),
        ("typescript", Mention(1, "import", "react", "*", "R"), "R", "Component", "react.Component"),
        ("python", Mention(1, "import", ".b", "C", "C"), "", "C", ""),
        ("python", Mention(1, "import", "x", "Y", "Y"), "", "Exception", "Exception"),
        ("python", Mention(1, "import", "x", "Y", "Y"), "", "Known", ""),
        ("python", Mention(1, "import", "x", "Y", "Y"), "self", "Other", ""),
    ],
)
def test_a_whole_name_is_that_of_the_import(
    language: str, imported: Mention, receiver: str, name: str, whole: str
) -> None:
    code = [Naming("a", f"code:{language}", imported)]
    names = DefinedNames([Definition("b", "Outer.Known", 1, 2)], code)

    def package(naming: Naming) -> str:
        return "" if naming.mention.target.startswith(".") else naming.mention.target

    used = Naming("a", f"code:{language}", Mention(9, "extend", receiver, name))
    assert OutsideNames(code, names, package).whole(used, receiver, name) == whole


def test_bases_of_others_answer_questions(tree: Tree) -> None:
    graph = tree(FILES)
    for question, expected in {
        "what extends MiddlewareMixin": {"symbol:a.py#Watch"},
        "what extends django.utils.deprecation.MiddlewareMixin": {"symbol:a.py#Watch"},
        "who imports MiddlewareMixin": {"file:a.py", "file:b.py"},
        "what does Watch extend": {
            "symbol:#django.utils.deprecation.MiddlewareMixin", "symbol:#django.views.View", "symbol:b.py#Own",
        },
        "what extends Exception": {"symbol:a.py#Wrong"},
        "what extends Symfony\\Contracts\\Event": {"symbol:src/A.php#A"},
        "what extends Countable": {"symbol:src/A.php#A"},
        "what does C extend": {"symbol:#react.React.Component"},
        "what does D extend": set(),
    }.items():  # fmt: skip
        assert set(answered(graph, question).found) == expected, question
    assert "MiddlewareMixin · not of this tree" in explored(graph, "where is MiddlewareMixin defined", 1)
