"""What a name means: also as an import states it; and what is said where nothing is called so."""

from pathlib import Path

import pytest

from scrubjay.errors import NotFound
from scrubjay_graph.graph import Graph
from scrubjay_graph.questions import answered
from tests.conftest import Repo
from tests.shared.scrubjay_graph.conftest import Tree

FILES = {
    "go.mod": "module shop.example/app\n",
    "mem/fs.go": "package mem\n\ntype Store struct{}\n",
    "mem/fs_test.go": "package mem\n",
    "unused/u.go": 'package unused\n\nimport "os"\n',
    "main.go": 'package main\n\nimport "shop.example/app/mem"\n\nfunc run() { var s mem.Store; _ = s }\n',
    "src/Html.php": "<?php\nnamespace Shop\\Util;\n\nclass Html {}\n",
    "src/Page.php": "<?php\nnamespace Shop;\n\nuse Shop\\Util\\Html;\n\nclass Page { function f() { new Html(); } }\n",
    "h/o#p.py": "from h.used import go\n\n\ndef late():\n    return go()\n",
    "h/used.py": "def go():\n    return 1\n",
    "run.sh": "shell_fun() { echo; }\n",
    "K.kt": "open class KotlinBase\n",
    "node_modules/m/i.js": "export function vendored() {}\n",
    "Makefile": "all:\n",
}


def told(graph: Graph, question: str) -> str:
    with pytest.raises(NotFound) as error:
        answered(graph, question)
    return str(error.value)


def test_what_an_import_states_is_a_name(tree: Tree) -> None:
    graph = tree(FILES)
    for question, expected in {
        "what imports shop.example/app/mem": {"file:main.go"},
        "what does shop.example/app/unused import": {"module:os"},
        "who imports Shop\\Util\\Html": {"file:src/Page.php"},
        "what imports h.used": {"file:h/o#p.py"},
        "what calls go": {"symbol:h/o##p.py#late"},
        "files that call h/used.py": {"file:h/o#p.py"},
        "what does h/o#p.py import": {"file:h/used.py"},
        "what does the Makefile call": set(),
    }.items():
        assert set(answered(graph, question).found) == expected, question


def test_what_may_have_a_name_and_isnt_read_is_told(tree: Tree, repo: Repo) -> None:
    graph = tree(FILES)
    (Path(repo.path) / "new.py").write_text("def fresh(): pass\n")
    for question, expected in {
        "where is KotlinBase defined": "not read: definitions in 2 code files (Bash 1, Kotlin 1)",
        "who imports node_modules/m/i.js": "m/i.js is in git and isn't read: `scrubjay explain node_modules/m/i.js`",
        "who imports new.py": "new.py isn't committed",
    }.items():
        assert expected in told(graph, question), question
    assert "isn't" not in told(graph, "who imports no/such.py")


@pytest.fixture
def code_off(environment: dict[str, str]) -> None:
    """Settings by which no code is read."""
    home = Path(environment["SCRUBJAY_HOME"])
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.yaml").write_text("ingestion:\n  code: []\n")


@pytest.mark.usefixtures("code_off")
def test_code_that_is_off_is_said_with_its_command(tree: Tree) -> None:
    said = told(tree(FILES), "where is run defined")
    assert ("code isn't read: " in said, "scrubjay settings set --here ingestion.code" in said) == (True, True)


def test_no_commit_is_offered_as_a_name_that_is_like_another(tree: Tree, repo: Repo) -> None:
    graph = tree({"docs/start.md": "# Start\n"})
    repo.commit("Speak of the shop", {"docs/shop.md": "# Shop\n"})
    assert "commit:" not in told(graph, "where is Speak-of-the-shop defined")
