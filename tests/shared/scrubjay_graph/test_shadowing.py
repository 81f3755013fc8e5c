"""Whom code calls where a parameter, a local name, a later definition or an import within a function says another."""

from collections.abc import Mapping

import pytest

from scrubjay_graph.model import EdgeKind
from tests.shared.scrubjay_graph.test_calling import related

PYTHON = {"hub.py": "def go(): pass\nclass Base:\n    @staticmethod\n    def run(): pass\n"}
SCRIPT = {"hub.ts": "export function go() {}\nexport class Base { static run() {} }\n"}
NODE = {"hub.js": "exports.go = go;\nfunction go() {}\n"}
GO = {
    "go.mod": "module example.org/m\n",
    "hub/hub.go": "package hub\nfunc Go() {}\n",
    "run/more.go": "package run\nfunc open() {}\n",
}
RUST = {"Cargo.toml": '[package]\nname = "m"\n', "src/hub.rs": "pub fn go() {}\npub struct Base;\n"}
C = {"hub.h": "void go(void);\n", "hub.c": '#include "hub.h"\nvoid go(void) {}\n'}
JAVA = {"a/Hub.java": "package a;\npublic class Hub { public static void go() {} public void run() {} }\n"}


def calls(files: Mapping[str, str]) -> set[str]:
    return {f"{source} {target}" for source, target in related(files, EdgeKind.CALLS)}


@pytest.mark.parametrize(
    ("beside", "path", "text"),
    [
        (PYTHON, "a.py", "from hub import go\n\ndef f(go):\n    go()\n"),
        (PYTHON, "a.py", "from hub import go\n\ndef f(x):\n    go = x\n    return go()\n"),
        (PYTHON, "a.py", "from hub import go\n\ndef f(xs):\n    for go in xs:\n        go()\n"),
        (PYTHON, "a.py", "from hub import go\n\ndef f(x):\n    with x as go:\n        go()\n"),
        (PYTHON, "a.py", "from hub import go\nf = lambda go: go()\n"),
        (PYTHON, "a.py", "import hub\n\ndef f(hub):\n    hub.go()\n"),
        (PYTHON, "a.py", "from hub import Base\n\ndef f(Base):\n    Base.run()\n"),
        (SCRIPT, "a.ts", "import {go} from './hub';\nexport function f(go: () => void) { go(); }\n"),
        (SCRIPT, "a.ts", "import {go} from './hub';\nexport const f = (x) => { const {go} = x; go(); };\n"),
        (SCRIPT, "a.ts", "import * as hub from './hub';\nexport function f(hub) { hub.go(); }\n"),
        (SCRIPT, "a.ts", "import {Base} from './hub';\nexport const f = Base => new Base();\n"),
        (SCRIPT, "a.ts", "import {go} from './hub';\nclass A {\n  constructor(private go: X) { go(); }\n}\n"),
        (SCRIPT, "a.ts", "import {go} from './hub';\nfunction f(...go: X[]) { go(); }\nfunction g(go = 1) { go(); }\n"),
        (NODE, "a.js", "const {go} = require('./hub');\nfunction f(go) { go(); }\n"),
        (NODE, "a.js", "const {go} = require('./hub');\nfunction f(x) { try { x(); } catch (go) { go(); } }\n"),
        (GO, "run/run.go", "package run\n\nfunc f(open func()) { open() }\n"),
        (GO, "run/run.go", "package run\n\nfunc f() { open := g(); open() }\n"),
        (GO, "run/run.go", 'package run\n\nimport "example.org/m/hub"\n\nfunc f(hub X) { hub.Go() }\n'),
        (RUST, "src/lib.rs", "mod hub;\nuse hub::go;\nfn f(go: fn()) { go(); }\n"),
        (RUST, "src/lib.rs", "mod hub;\nuse hub::go;\nfn f() { let go = || 1; go(); }\n"),
        (RUST, "src/lib.rs", "mod hub;\nuse hub::go;\nfn f(x: &[fn()]) { x.iter().for_each(|go| go()); }\n"),
        (C, "a.c", '#include "hub.h"\nvoid f(void (*go)(void)) { go(); }\n'),
        (RUST, "src/lib.rs", "mod hub;\nuse hub::go;\nfn f() { match x { Ok(go) => go(), _ => {} } }\n"),
        (RUST, "src/lib.rs", "mod hub;\nuse hub::Base;\nfn f<Base: New>() { Base::new(); }\n"),
        (GO, "run/run.go", "package run\n\nfunc f() { for _, open := range x { open() } }\n"),
        (C, "a.c", '#include "hub.h"\nvoid f(fn *x) { fn *go = x; go(); }\n'),
        (JAVA, "b/Run.java", "package b;\nimport a.Hub;\nclass Run { void f(X Hub) { Hub.go(); } }\n"),
    ],
)
def test_what_a_function_binds_is_no_call_of_what_is_imported(beside: Mapping[str, str], path: str, text: str) -> None:
    assert calls({**beside, path: text}) == set()


@pytest.mark.parametrize(
    ("beside", "path", "text", "expected"),
    [
        (PYTHON, "a.py", "from hub import go\n\ndef f(x):\n    go()\n\ndef g(go): pass\n", {"a.py#f hub.py#go"}),
        (PYTHON, "a.py", "def f():\n    from hub import go\n    go()\n", {"a.py#f hub.py#go"}),
        (PYTHON, "a.py", "def f():\n    from hub import go\n    go()\n\ndef g():\n    go()\n", {"a.py#f hub.py#go"}),
        (PYTHON, "a.py", "def f():\n    import hub\n    hub.go()\n\ndef g():\n    hub.go()\n", {"a.py#f hub.py#go"}),
        (
            PYTHON,
            "a.py",
            "def go(): pass\n\ndef f():\n    from hub import go\n    go()\n\ndef g():\n    go()\n",
            {"a.py#f hub.py#go", "a.py#g a.py#go"},
        ),
        (PYTHON, "a.py", "def go(): pass\n\ndef f():\n    from others import go\n    go()\n", set()),
        (PYTHON, "a.py", "from hub import go\n\ndef go(): pass\n\ndef f():\n    go()\n", {"a.py#f a.py#go"}),
        (PYTHON, "a.py", "def go(): pass\n\nfrom hub import go\n\ndef f():\n    go()\n", {"a.py#f hub.py#go"}),
        (
            PYTHON,
            "a.py",
            "try:\n    from hub import go\nexcept ImportError:\n    def go(): pass\n\ndef f():\n    go()\n",
            {"a.py#f hub.py#go"},
        ),
        (
            PYTHON,
            "a.py",
            "from hub import go\n\ndef f():\n    def go(): pass\n    def g():\n        go()\n",
            {"a.py#f.g a.py#f.go"},
        ),
        (
            PYTHON,
            "a.py",
            "from hub import Base\n\nclass Base:\n    def run(): pass\n\ndef f():\n    Base.run()\n",
            {"a.py#f a.py#Base.run"},
        ),
        (SCRIPT, "a.ts", "import {go} from './hub';\nfunction f(x) { go(x); }\n", {"a.ts#f hub.ts#go"}),
        (
            NODE,
            "a.js",
            "function f() { const {go} = require('./hub'); go(); }\nfunction g() { go(); }\n",
            {"a.js#f hub.js#go"},
        ),
        (
            GO,
            "run/run.go",
            "package run\n\nfunc f() { open() }\n\nfunc g(open X) {}\n",
            {"run/run.go#f run/more.go#open"},
        ),
        (
            GO,
            "run/run.go",
            'package run\n\nimport "example.org/m/hub"\n\ntype T struct{}\n\nfunc (hub T) start() {}\n\n'
            "func (hub T) f() { hub.start() }\n",
            {"run/run.go#T.f run/run.go#T.start"},
        ),
        (
            RUST,
            "src/lib.rs",
            "mod hub;\nfn f() {\n    use crate::hub::go;\n    go();\n}\nfn g() { go(); }\n",
            {"src/lib.rs#f src/hub.rs#go"},
        ),
        (
            RUST,
            "src/lib.rs",
            "mod hub;\nmod tests {\n    use crate::hub::*;\n    fn f() { go(); }\n}\nfn g() { go(); }\n",
            {"src/lib.rs#tests.f src/hub.rs#go"},
        ),
        (C, "a.c", '#include "hub.h"\nvoid f(int x) { go(); }\nvoid g(int go) {}\n', {"a.c#f hub.c#go"}),
        (
            JAVA,
            "b/Run.java",
            "package b;\nimport a.Hub;\nclass Run {\n  void f(int go) { Hub.go(); g(); }\n  void g() {}\n}\n",
            {"b/Run.java#Run.f a/Hub.java#Hub.go", "b/Run.java#Run.f b/Run.java#Run.g"},
        ),
    ],
)
def test_a_call_means_what_holds_at_its_place(
    beside: Mapping[str, str], path: str, text: str, expected: set[str]
) -> None:
    assert calls({**beside, path: text}) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import {Base} from './hub';\nexport const mix = Base => class Mixed extends Base {};\n", set()),
        ("import {Base} from './hub';\nexport class Run extends Base {}\n", {("a.ts#Run", "hub.ts#Base")}),
    ],
)
def test_a_base_that_a_function_is_given_is_none_of_the_tree(text: str, expected: set[tuple[str, str]]) -> None:
    assert related({**SCRIPT, "a.ts": text}, EdgeKind.EXTENDS) == expected
