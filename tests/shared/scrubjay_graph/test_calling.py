"""Whom code calls, and what it extends, in small trees of each language: by what the files themselves say."""

from collections.abc import Mapping

import pytest

from scrubjay.knowledge.chunking.languages import language_of
from scrubjay.knowledge.chunking.tags import symbols
from scrubjay_graph.build.calling import CodeLinks
from scrubjay_graph.build.code import code_mentions
from scrubjay_graph.build.linking import Definition, Naming, TreeGround
from scrubjay_graph.build.manifests import is_manifest, manifests
from scrubjay_graph.model import Edge, EdgeKind


def related(files: Mapping[str, str], link: EdgeKind) -> set[tuple[str, str]]:
    """The relations of a kind in a tree, each end without its kind."""
    namings: list[Naming] = []
    definitions: list[Definition] = []
    for path, text in files.items():
        if language := language_of(path):
            namings += [Naming(path, f"code:{language}", mention) for mention in code_mentions(text, language)]
            definitions += [
                Definition(path, one.path, one.line, one.end_line)
                for one in symbols(text, language)
                if one.role == "definition"
            ]
    ground = TreeGround(commit="c" * 40, paths=frozenset(files), decisions={}, incidents={}, titles={})
    named = manifests({path: text for path, text in files.items() if is_manifest(path)})
    edges = [one for one in CodeLinks(ground, named, definitions, namings).edges() if isinstance(one, Edge)]
    return {(one.source.partition(":")[2], one.target.partition(":")[2]) for one in edges if one.link is link}


TREES = {
    "python": {
        "app/__init__.py": "from .db import connect\n",
        "app/db.py": "def connect(): pass\n\nclass Base:\n    def close(self): pass\n",
        "app/main.py": "from app import connect\nfrom app.db import Base\n\nclass Run(Base):\n"
        "    def go(self):\n        connect()\n        self.close()\n        other.close()\n",
    },
    "javascript": {
        "lib/db.js": "export default function connect() {}\nexport class Base { close() {} }\n",
        "lib/index.js": "export * from './db.js';\n",
        "main.js": "import open, {Base} from './lib/db.js';\nclass Run extends Base {\n  go() {\n    open();\n"
        "    this.close();\n    other.close();\n  }\n}\n",
    },
    "typescript": {
        "lib/db.ts": "export function connect() {}\nexport class Base { close() {} }\n",
        "lib/index.ts": "export * from './db';\n",
        "main.ts": "import {connect, Base} from './lib';\nclass Run extends Base {\n  go() {\n    connect();\n"
        "    this.close();\n    other.close();\n  }\n}\n",
    },
    "java": {
        "src/a/Base.java": "package a;\npublic class Base {\n  void close() {}\n  static void connect() {}\n}\n",
        "src/b/Run.java": "package b;\nimport a.Base;\nclass Run extends Base {\n  void go(Base other) {\n"
        "    Base.connect();\n    close();\n    other.close();\n  }\n}\n",
    },
    "go": {
        "go.mod": "module example.org/m\n",
        "db/db.go": "package db\n\nfunc Connect() {}\n",
        "run/run.go": 'package run\n\nimport "example.org/m/db"\n\nfunc (r *Run) Go() {\n\tdb.Connect()\n\tr.close()\n'
        "\tother.close()\n}\n",
        "run/type.go": "package run\n\ntype Run struct{}\n\nfunc (r *Run) close() {}\n",
    },
    "c": {
        "db.h": "void connect_db(void);\n",
        "db.c": '#include "db.h"\nvoid connect_db(void) {\n}\n',
        "main.c": '#include "db.h"\nvoid go(void) {\n    connect_db();\n    other->close();\n}\n',
    },
    "rust": {
        "Cargo.toml": '[package]\nname = "shop"\n',
        "src/lib.rs": "pub mod db;\npub mod run;\n",
        "src/db.rs": "pub fn connect() {}\npub trait Base { fn close(&self); }\n",
        "src/run.rs": "use crate::db::{connect, Base};\nstruct Run;\nimpl Base for Run {\n    fn close(&self) {}\n}\n"
        "impl Run {\n    fn go(&self) {\n        connect();\n        other.close();\n    }\n}\n",
    },
    "php": {
        "composer.json": '{"autoload": {"psr-4": {"Shop\\\\": "src/"}}}',
        "src/Base.php": "<?php\nnamespace Shop;\nclass Base {\n static function connect(){}\n function close(){}\n}\n",
        "src/Web/Run.php": "<?php\nnamespace Shop\\Web;\nuse Shop\\Base;\nclass Run extends Base {\n"
        "  function go($other) {\n    Base::connect();\n    $this->close();\n    $other->close();\n  }\n}\n",
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        ("python", {("app/main.py#Run.go", "app/db.py#connect"), ("app/main.py#Run.go", "app/db.py#Base.close")}),
        ("javascript", {("main.js#Run.go", "lib/db.js#connect"), ("main.js#Run.go", "lib/db.js#Base.close")}),
        ("typescript", {("main.ts#Run.go", "lib/db.ts#connect"), ("main.ts#Run.go", "lib/db.ts#Base.close")}),
        (
            "java",
            {
                ("src/b/Run.java#Run.go", "src/a/Base.java#Base.connect"),
                ("src/b/Run.java#Run.go", "src/a/Base.java#Base.close"),
            },
        ),
        ("go", {("run/run.go#Run.Go", "db/db.go#Connect"), ("run/run.go#Run.Go", "run/type.go#Run.close")}),
        ("c", {("main.c#go", "db.c#connect_db")}),
        ("rust", {("src/run.rs#Run.go", "src/db.rs#connect")}),
        (
            "php",
            {
                ("src/Web/Run.php#Run.go", "src/Base.php#Base.connect"),
                ("src/Web/Run.php#Run.go", "src/Base.php#Base.close"),
            },
        ),
    ],
)
def test_a_call_is_told_where_the_file_says_whom_it_calls(tree: str, expected: set[tuple[str, str]]) -> None:
    found = related(TREES[tree], EdgeKind.CALLS)
    last = {(source.rpartition("#")[2].rpartition(".")[2], target) for source, target in found}
    assert last == {(source.rpartition("#")[2].rpartition(".")[2], target) for source, target in expected}


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        ("python", {("app/main.py#Run", "app/db.py#Base")}),
        ("javascript", {("main.js#Run", "lib/db.js#Base")}),
        ("typescript", {("main.ts#Run", "lib/db.ts#Base")}),
        ("java", {("src/b/Run.java#Run", "src/a/Base.java#Base")}),
        ("go", set()),
        ("c", set()),
        ("rust", {("src/run.rs#Run", "src/db.rs#Base")}),
        ("php", {("src/Web/Run.php#Run", "src/Base.php#Base")}),
    ],
)
def test_a_type_extends_what_its_head_names(tree: str, expected: set[tuple[str, str]]) -> None:
    assert related(TREES[tree], EdgeKind.EXTENDS) == expected


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        ("java", {("src/b/Run.java", "src/a/Base.java")}),
        ("go", {("run/run.go", "db/db.go")}),
        ("c", {("db.c", "db.h"), ("main.c", "db.h")}),
        ("rust", {("src/lib.rs", "src/db.rs"), ("src/lib.rs", "src/run.rs"), ("src/run.rs", "src/db.rs")}),
        ("php", {("src/Web/Run.php", "src/Base.php")}),
    ],
)
def test_an_import_leads_to_a_file_of_the_tree(tree: str, expected: set[tuple[str, str]]) -> None:
    assert related(TREES[tree], EdgeKind.IMPORTS) == expected


def test_of_two_functions_of_one_name_in_c_none_is_called() -> None:
    files = {"a.c": "void f(void) {\n}\n", "b.c": "void f(void) {\n}\n", "c.c": "void g(void) {\n  f();\n}\n"}
    assert related(files, EdgeKind.CALLS) == set()


def test_a_file_that_imports_itself_through_others_ends() -> None:
    files = {"a.py": "from b import *\nf()\n", "b.py": "from a import *\n"}
    assert related(files, EdgeKind.CALLS) == set()


def test_types_that_extend_each_other_end() -> None:
    text = "class A(B):\n    def f(self):\n        self.g()\n\nclass B(A):\n    pass\n"
    assert related({"a.py": text}, EdgeKind.CALLS) == set()
