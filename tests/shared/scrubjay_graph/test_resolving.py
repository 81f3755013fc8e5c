"""Which file is imported, who owns a path, what a name means, what a question asks: decisions by table."""

import pytest

from scrubjay.errors import UsageError
from scrubjay_graph.build.manifests import Manifests, manifests
from scrubjay_graph.build.modules import Modules
from scrubjay_graph.model import EdgeKind, Node, NodeKind
from scrubjay_graph.names import chosen, split_kind
from scrubjay_graph.pattern import read_pattern
from scrubjay_graph.phrases import asked_place, asked_way

TREE = (
    "src/app/__init__.py", "src/app/db.py", "src/app/cli.py", "tests/db.py", "ui/a.ts", "ui/b/index.tsx", "go.mod",
    "pkg/x/x.go", "pkg/x/x_test.go", "java/org/acme/A.java", "c/a.c", "c/a.h", "rust/src/lib.rs", "rust/src/m/mod.rs",
    "rust/src/m/n.rs", "rust/tests/all.rs", "php/src/Db/Query.php", "php/tests/boot.php", "php/lib/old.php",
    "c/include/z/z.h",     "packages/kit/src/index.ts", "packages/kit/src/fast.ts",
)  # fmt: skip
MANIFESTS = Manifests(
    go={"": "example.org/m"}, rust={"core_lib": "rust"}, node={"@acme/kit": "packages/kit"},
    php=(("Acme\\Shop", "php/src"), ("Acme", "php")),
)  # fmt: skip


@pytest.mark.parametrize(
    ("path", "language", "target", "name", "expected"),
    [
        ("src/app/cli.py", "python", ".db", "open", "src/app/db.py"),
        ("src/app/cli.py", "python", ".", "db", "src/app/db.py"),
        ("tests/x.py", "python", "app.db", "", "src/app/db.py"),
        ("tests/x.py", "python", "app", "db", "src/app/db.py"),
        ("tests/x.py", "python", "db", "", "tests/db.py"),
        ("src/app/cli.py", "python", "os", "", ""),
        ("ui/b/index.tsx", "tsx", "../a", "", "ui/a.ts"),
        ("ui/a.ts", "typescript", "./b", "", "ui/b/index.tsx"),
        ("ui/a.ts", "typescript", "react", "", ""),
        ("main.go", "go", "example.org/m/pkg/x", "*", "pkg/x/x.go"),
        ("main.go", "go", "example.org/more/pkg/x", "*", ""),
        ("java/B.java", "java", "org.acme.A", "", "java/org/acme/A.java"),
        ("c/a.c", "c", "a.h", "", "c/a.h"),
        ("rust/src/lib.rs", "rust", "mod m", "", "rust/src/m/mod.rs"),
        ("rust/src/lib.rs", "rust", "crate::m::f", "", "rust/src/m/mod.rs"),
        ("rust/src/lib.rs", "rust", "std::io", "", ""),
        ("rust/src/m/n.rs", "rust", "super", "f", "rust/src/m/mod.rs"),
        ("rust/src/lib.rs", "rust", "crate::m", "n", "rust/src/m/n.rs"),
        ("rust/src/m/mod.rs", "rust", "self::n", "g", "rust/src/m/n.rs"),
        ("rust/tests/all.rs", "rust", "core_lib::m::n", "g", "rust/src/m/n.rs"),
        ("rust/tests/all.rs", "rust", "serde", "de", ""),
        ("php/tests/boot.php", "php", "Acme\\Shop\\Db\\Query", "", "php/src/Db/Query.php"),
        ("php/tests/boot.php", "php", "Psr\\Log\\LoggerInterface", "", ""),
        ("php/tests/boot.php", "php", "./../lib/old.php", "require", "php/lib/old.php"),
        ("php/tests/boot.php", "php", "php/lib/old.php", "require", "php/lib/old.php"),
        ("c/a.c", "c", "z/z.h", "", "c/include/z/z.h"),
        ("c/a.c", "c", "z/z.h", "system", "c/include/z/z.h"),
        ("c/b.c", "c", "a.h", "system", ""),
        ("ui/a.ts", "typescript", "@acme/kit", "", "packages/kit/src/index.ts"),
        ("ui/a.ts", "typescript", "@acme/kit/fast", "", "packages/kit/src/fast.ts"),
        ("java/B.java", "java", "org.acme.A.Inner", "", "java/org/acme/A.java"),
        ("java/B.java", "java", "org.acme", "*", "java/org/acme/A.java"),
    ],
)
def test_an_import_names_a_file_of_the_tree_or_none(
    path: str, language: str, target: str, name: str, expected: str
) -> None:
    modules = Modules(TREE, MANIFESTS, packages={"org.acme": ["java/org/acme/A.java"]})
    assert modules.resolve(path, language, target, name) == ((expected,) if expected else ())


def test_what_a_package_declares_is_found_wherever_it_stands() -> None:
    modules = Modules(("odd/place.php", "a.php"), declared={"Acme.Shop.Cart": ["odd/place.php"]})
    assert modules.resolve("a.php", "php", "Acme\\Shop\\Cart") == ("odd/place.php",)


def test_manifests_name_their_packages_and_a_broken_one_names_none() -> None:
    found = manifests({
        "go.mod": "module example.org/m // the module\n",
        "core/Cargo.toml": '[package]\nname = "core-lib"\n',
        "bad/Cargo.toml": "[package",
        "kit/package.json": '{"name": "@acme/kit"}',
        "bad/package.json": "[1",
        "php/composer.json": '{"autoload": {"psr-4": {"Acme\\\\": ["src/", "lib"]}}, "autoload-dev": 3}',
    })  # fmt: skip
    assert found == Manifests(
        {"": "example.org/m"}, {"core_lib": "core"}, {"@acme/kit": "kit"}, (("Acme", "php/lib"), ("Acme", "php/src"))
    )


def test_of_two_files_that_could_be_meant_the_nearer_is_or_none() -> None:
    modules = Modules(("a/x/db.py", "b/x/db.py", "a/run.py", "run.py"))
    assert modules.resolve("a/run.py", "python", "x.db", "") == ("a/x/db.py",)
    assert modules.resolve("run.py", "python", "x.db", "") == ()


NODES = (
    Node("file:docs/adr/0003-queue.md", NodeKind.DECISION, "ADR-003 Use a queue"),
    Node("file:src/app.py", NodeKind.FILE, "src/app.py"),
    Node("file:docs/app.py", NodeKind.FILE, "docs/app.py"),
    Node("service:payments", NodeKind.SERVICE, "Payments"),
    Node("symbol:src/app.py#Run.go", NodeKind.SYMBOL, "Run.go"),
    Node("request:#3", NodeKind.REQUEST, "#3 Use a queue"),
    Node("person:@ada", NodeKind.PERSON, "@ada"),
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ADR-3", ["file:docs/adr/0003-queue.md"]),
        ("adr 0003", ["file:docs/adr/0003-queue.md"]),
        ("decision 3", ["file:docs/adr/0003-queue.md"]),
        ("#3", ["request:#3"]),
        ("pull request 3", ["request:#3"]),
        ("service payments", ["service:payments"]),
        ("PAYMENTS", ["service:payments"]),
        ("src/app.py", ["file:src/app.py"]),
        ("app.py", ["file:src/app.py", "file:docs/app.py"]),
        ("docs/", ["file:docs/adr/0003-queue.md", "file:docs/app.py"]),
        ("src/app.py:Run.go", ["symbol:src/app.py#Run.go"]),
        ("go", ["symbol:src/app.py#Run.go"]),
        ("ada", ["person:@ada"]),
        ("3", []),
        ("'; DROP TABLE graph_node; --", []),
    ],
)
def test_a_name_means_the_most_exact_entities(name: str, expected: list[str]) -> None:
    kinds, bare = split_kind(name)
    assert [node.key for node in chosen(bare, kinds, NODES)] == expected


@pytest.mark.parametrize(
    ("question", "kinds", "links", "ahead", "name"),
    [
        ("decisions that supersede ADR-3", ("decision",), ("supersedes",), True, "ADR-3"),
        ("which decisions were superseded by ADR-3?", ("decision",), ("supersedes",), False, "ADR-3"),
        ("who owns docs/", ("person",), ("owns",), True, "docs/"),
        ("modules imported by app.py", ("module", "file"), ("imports",), False, "app.py"),
        ("commits of Ada", ("commit",), (), True, "Ada"),
        ("commits by Ada Lovelace", ("commit",), ("wrote",), False, "Ada Lovelace"),
        ("memories that cite docs/a.md", ("memory",), ("cites", "links to"), True, "docs/a.md"),
        ("symbols that call f", ("symbol",), ("calls",), True, "f"),
        ("what supersedes ADR-9", tuple(NodeKind), ("supersedes",), True, "ADR-9"),
        ("what depends on payments", tuple(NodeKind), ("depends on", "imports"), True, "payments"),
        ("what is called by f", tuple(NodeKind), ("calls",), False, "f"),
        ("which decisions supersede ADR-9", ("decision",), ("supersedes",), True, "ADR-9"),
        ("what does app.py import", tuple(NodeKind), ("imports",), False, "app.py"),
        ("which files does app.py import?", ("file", "decision", "incident"), ("imports",), False, "app.py"),
        ("files that app.py imports", ("file", "decision", "incident"), ("imports",), False, "app.py"),
        ("who calls connect", tuple(NodeKind), ("calls",), True, "connect"),
        ("callers of connect", tuple(NodeKind), ("calls",), True, "connect"),
        ("what does connect call", tuple(NodeKind), ("calls",), False, "connect"),
        ("who implements Store", tuple(NodeKind), ("extends",), True, "Store"),
        ("subclasses of Store", ("symbol",), ("extends",), True, "Store"),
        ("tests of app.py", ("file",), ("tests", "imports", "calls"), True, "app.py"),
        ("which tests cover app.py", ("file",), ("tests", "imports", "calls"), True, "app.py"),
        ("what tests app.py", ("file",), ("tests", "imports", "calls"), True, "app.py"),
        ("who last changed app.py", ("person",), ("touches",), True, "app.py"),
        ("authors of app.py", ("person",), ("touches",), True, "app.py"),
        ("when was app.py last changed", ("commit",), ("touches",), True, "app.py"),
        ("owners of docs/", ("person",), ("owns",), True, "docs/"),
        ("documents linking to ADR-3", ("file", "decision", "incident"), ("links to",), True, "ADR-3"),
        ("where is connect used", tuple(NodeKind), ("depends on", "imports", "calls", "extends"), True, "connect"),
    ],
)
def test_a_question_is_read_into_its_relation(
    question: str, kinds: tuple[str, ...], links: tuple[str, ...], ahead: bool, name: str
) -> None:
    pattern = read_pattern(question)
    (step,) = pattern.steps
    assert (step.kinds, step.links, step.ahead, pattern.name) == (kinds, links, ahead, name)


def test_a_question_of_two_relations_has_two_steps() -> None:
    pattern = read_pattern("incidents of services that transitively depend on payments")
    assert [step.kinds for step in pattern.steps] == [(NodeKind.INCIDENT,), (NodeKind.SERVICE,)]
    assert [step.deep for step in pattern.steps] == [False, True]
    assert pattern.steps[1].links == (EdgeKind.DEPENDS, EdgeKind.IMPORTS)


@pytest.mark.parametrize(
    ("question", "ends"),
    [
        ("what links app.py and ledger", ("app.py", "ledger")),
        ("how is app.py related to ADR-3", ("app.py", "ADR-3")),
        ("path from a.py to b.py", ("a.py", "b.py")),
        ("does a.py import b.py", ("a.py", "b.py")),
        ("what links to ADR-3", ("", "")),
        ("who owns docs/", ("", "")),
        ("what links " + "a and " * 100, ("", "")),
    ],
)
def test_a_question_for_a_way_has_two_ends(question: str, ends: tuple[str, str]) -> None:
    assert asked_way(question) == ends


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("where is connect defined", "connect"),
        ("where is class Store", "class Store"),
        ("definition of connect", "connect"),
        ("where is connect used", ""),
        ("who owns docs/", ""),
    ],
)
def test_a_question_for_a_place_has_a_name(question: str, name: str) -> None:
    assert asked_place(question) == name


@pytest.mark.parametrize("question", ["", "hello", "decisions that sing ADR-3", "decisions that supersede"])
def test_what_is_no_question_is_told_with_an_example(question: str) -> None:
    with pytest.raises(UsageError, match="KINDS RELATION NAME"):
        read_pattern(question)
