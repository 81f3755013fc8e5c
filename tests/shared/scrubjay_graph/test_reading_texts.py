"""What a text names by itself: links, records, places, services; and what code imports and calls."""

import pytest

from scrubjay_graph.build.code import code_mentions
from scrubjay_graph.build.manifests import declared
from scrubjay_graph.mentions import mentions_of


def told(text: str, format: str = "markdown") -> set[tuple[int, str, str]]:
    return {(one.line, one.role, one.target) for one in mentions_of(text, format)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see [the guide](../guide.md#top)", {(1, "link", "../guide.md")}),
        ("[a](https://example.org/a.md) and [b](#here)", set()),
        ("```\n[a](b.md)\n```\n[c](d.md)", {(4, "link", "d.md")}),
        ("![picture](a.png)", set()),
        ("As ADR-0003 says", {(1, "record", "ADR-3")}),
        ("[ADR-3](0003-other.md) and ADR-4", {(1, "link", "0003-other.md"), (1, "record", "ADR-4")}),
        ("[ADR-3](https://example.org/3)", {(1, "record", "ADR-3")}),
        ("SADR-3, ADR-3x, v0003", set()),
        ("in `src/app.py:12`", {(1, "place", "src/app.py")}),
        ("in PR #12 and MR !13", {(1, "request", "#12"), (1, "request", "!13")}),
        ("https://forge.example/a/b/-/merge_requests/7", {(1, "request", "!7")}),
        ("fixes #12", set()),
        ('<a href="/guide/start">x</a>', {(1, "link", "/guide/start")}),
        ("[one]: b.md", {(1, "link", "b.md")}),
        ("[^1]: b.md", set()),
        ("[![badge](a.png)](b.md)", {(1, "link", "b.md")}),
        ("[a](<my file.md>)", {(1, "link", "my file.md")}),
        ("[over\ntwo lines](b.md#x)", {(2, "link", "b.md")}),
        ("[a[0]](b.md)", {(1, "link", "b.md")}),
        ("{ref}`a <lab>` {doc}`b`\n(lab)=", {(1, "ref", "lab"), (1, "doc", "b"), (2, "label", "lab")}),
        ("```{toctree}\n:hidden:\na\nT <b>\n```", {(3, "doc", "a"), (4, "doc", "b")}),
        ("```{include} ../a.md\n```", {(1, "link", "../a.md")}),
        ("<!-- [a](b.md) -->[c](d.md)", {(1, "link", "d.md")}),
        ("<!--\n[a](b.md), ADR-3\n```\n[e](f.md)\n-->\n[c](d.md)", {(6, "link", "d.md")}),
        ("<!-- a --> [c](d.md) <!-- [a](b.md)\n[x]: y.md\n--> [e](f.md)", {(1, "link", "d.md"), (3, "link", "f.md")}),
        ("`<!--` begins one\n[c](d.md)", {(2, "link", "d.md")}),
        ("`[a](b.md)` and ``{doc}`x` `` and [`c`](d.md)", {(1, "link", "d.md")}),
        ("[a `b`](c.md), {doc}`d`, `e` {ref}`f`", {(1, "link", "c.md"), (1, "doc", "d"), (1, "ref", "f")}),
        ("https://forge.example/a/b/blob/main/src/x.py#L3", {(1, "blob", "src/x.py")}),
    ],
)
def test_a_text_names_what_it_says_and_nothing_else(text: str, expected: set[tuple[int, str, str]]) -> None:
    assert told(text) == expected


def test_front_matter_names_services_each_at_its_line() -> None:
    text = "---\ntitle: x\nservices:\n  - Payments\n  - ledger\ndepends_on: [mail]\n---\n# Text\n"
    assert told(text) == {(4, "service", "Payments"), (5, "service", "ledger"), (6, "depends", "mail")}


def test_other_formats_link_in_their_own_way() -> None:
    assert told(":doc:`install`", "rst") == {(1, "doc", "install")}
    assert told(":ref:`Text <My Label>` and :ref:`other`", "rst") == {(1, "ref", "my label"), (1, "ref", "other")}
    assert told(".. _My Label:\n.. _site: https://example.org\n.. _b: b.rst", "rst") == {
        (1, "label", "my label"),
        (3, "link", "b.rst"),
    }
    assert told(".. toctree::\n   :maxdepth: 1\n\n   a\n   T <b/c>\n\nafter", "rst") == {
        (4, "doc", "a"),
        (5, "doc", "b/c"),
    }
    assert told(".. literalinclude:: ../x.py", "rst") == {(1, "link", "../x.py")}
    assert told("see link:a.adoc[A]", "asciidoc") == {(1, "link", "a.adoc")}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".. code:: rst\n\n   :doc:`a`\n\n   :doc:`b`\n\n:doc:`c`", {(7, "doc", "c")}),
        (".. code-block:: rst\n   :linenos:\n\n   .. toctree::\n\n      a\n\n:doc:`c`", {(8, "doc", "c")}),
        ("Write :doc:`a`::\n\n   :doc:`b`\n\n:doc:`c`", {(1, "doc", "a"), (5, "doc", "c")}),
        ("* Write::\n\n    :doc:`b`\n\n  then :doc:`c`", {(5, "doc", "c")}),
        ("Write ``:doc:`a``` or ``:ref:`b` `` and :doc:`c`", {(1, "doc", "c")}),
        (".. a comment :doc:`a`\n   :doc:`b`\n\n:doc:`c`", {(4, "doc", "c")}),
        ("..\n   :doc:`a`\n\n:doc:`c`", {(4, "doc", "c")}),
        (".. note:: see :doc:`a`\n\n   :doc:`b`\n", {(1, "doc", "a"), (3, "doc", "b")}),
        (
            ".. _label:\n\n.. |x| replace:: :doc:`a`\n.. [1] :doc:`b`",
            {(1, "label", "label"), (3, "doc", "a"), (4, "doc", "b")},
        ),
        (".. include:: ../a.rst\n.. image:: b.png\n   :target: c", {(1, "link", "../a.rst")}),
    ],
)
def test_what_is_shown_as_code_or_not_at_all_is_no_link(text: str, expected: set[tuple[int, str, str]]) -> None:
    assert told(text, "rst") == expected


def test_services_are_declared_with_what_they_need() -> None:
    compose = "services:\n  shop:\n    depends_on: [ledger]\n  ledger:\n    image: x\n"
    assert {(m.line, m.role, m.target, m.name) for m in declared("compose.yml", compose)} == {
        (2, "service", "shop", ""),
        (3, "depends", "ledger", "shop"),
        (4, "service", "ledger", ""),
    }
    catalog = (
        "kind: Component\nmetadata:\n  name: shop\nspec:\n  owner: group:team-a\n  dependsOn: ['component:ledger']\n"
    )
    assert {(m.line, m.role, m.target, m.name) for m in declared("catalog-info.yaml", catalog)} == {
        (3, "service", "shop", ""),
        (5, "owner", "team-a", "shop"),
        (6, "depends", "ledger", "shop"),
    }
    assert declared("compose.yml", "a: [") == ()


def coded(text: str, language: str) -> set[tuple[str, str, str, str]]:
    return {(m.role, m.target, m.name, m.alias) for m in code_mentions(text, language)}


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("python", "from .a import b as c, d", {("import", ".a", "b", "c"), ("import", ".a", "d", "d")}),
        ("python", "from a import *", {("import", "a", "*", "")}),
        ("python", "import a.b\na.b.run()", {("import", "a.b", "", "a"), ("call", "a.b", "run", "")}),
        ("python", "def f(x):\n  x.close()\n  self.go()\n  f(x)", {("call", "self", "go", ""), ("call", "", "f", "")}),
        ("python", "class A(B, c.D[E], metaclass=M): pass", {("extend", "", "B", ""), ("extend", "c", "D", "")}),
        ("typescript", "import {a as b} from './x';\nb();", {("import", "./x", "a", "b"), ("call", "", "b", "")}),
        ("typescript", "interface I extends J<K> {}", {("extend", "", "J", "")}),
        ("typescript", "class A extends B implements C {}", {("extend", "", "B", ""), ("extend", "", "C", "")}),
        ("javascript", "const x = require('./y');", {("import", "./y", "default", "x")}),
        ("javascript", "const {a, b: c} = require('./y');", {("import", "./y", "a", "a"), ("import", "./y", "b", "c")}),
        ("javascript", "export * from './z';", {("import", "./z", "*", "")}),
        ("javascript", "export default function f() {}", {("export", "f", "default", "")}),
        ("javascript", "const d = require('./y'); d.e();", {("import", "./y", "default", "d"), ("call", "d", "e", "")}),
        (
            "go",
            'package a\nimport "example.org/m/b/v2"\nfunc (s *S) f() { b.Run(); s.g(); x.h() }',
            {
                ("package", "a", "", ""),
                ("import", "example.org/m/b/v2", "*", "b"),
                ("call", "b", "Run", ""),
                ("call", "self", "g", ""),
            },
        ),
        ("c", '#include "a.h"\n#include <stdio.h>\n', {("import", "a.h", "", ""), ("import", "stdio.h", "system", "")}),
        (
            "cpp",
            "class A : public B { void f() { this->g(); o.p(); } };",
            {("extend", "", "B", ""), ("call", "self", "g", "")},
        ),
        (
            "java",
            "package p;\nimport a.b.C; import static d.E.f; import g.*;",
            {
                ("package", "p", "", ""),
                ("import", "a.b.C", "", "C"),
                ("import", "d.E", "f", "f"),
                ("import", "g", "*", ""),
            },
        ),
        (
            "java",
            "class X extends Y implements Z<W> { void m() { n(); this.o(); P.q(); r.s(); new T<>(); super.m(); } }",
            {
                ("extend", "", "Y", ""),
                ("extend", "", "Z", ""),
                ("call", "", "n", ""),
                ("call", "self", "o", ""),
                ("call", "P", "q", ""),
                ("call", "", "T", ""),
                ("call", "super", "m", ""),
            },
        ),
        (
            "rust",
            "mod inner;\nuse crate::a::{b, c::{self, d as e}};\nuse x::*;",
            {
                ("import", "mod inner", "", "inner"),
                ("import", "crate::a", "b", "b"),
                ("import", "crate::a", "c", "c"),
                ("import", "crate::a::c", "d", "e"),
                ("import", "x", "*", ""),
            },
        ),
        (
            "rust",
            "impl T for S { fn g(&self) { self.h(); Self::i::<u8>(); crate::q::r(); x.y(); }}\nmod z { use super::*; }",
            {
                ("extend", "", "T", "S"),
                ("call", "S", "h", ""),
                ("call", "S", "i", ""),
                ("call", "crate.q", "r", ""),
                ("import", "self", "*", ""),
            },
        ),
        (
            "php",
            "<?php\nnamespace A\\B;\nuse C\\{D, E as F};\nuse function G\\h;\nrequire_once __DIR__ . '/x.php';",
            {
                ("package", "A\\B", "", ""),
                ("import", "C\\D", "", "D"),
                ("import", "C\\E", "", "F"),
                ("import", "G\\h", "", "h"),
                ("import", "./x.php", "require", ""),
            },
        ),
        (
            "php",
            "<?php class K extends D implements I{ function m($e){ $this->n(); self::o(); P::q(); new R; $e->s(); }}",
            {
                ("extend", "", "D", ""),
                ("extend", "", "I", ""),
                ("call", "self", "n", ""),
                ("call", "self", "o", ""),
                ("call", "P", "q", ""),
                ("call", "", "R", ""),
            },
        ),
        ("bash", "source x.sh", set()),
    ],
)
def test_code_tells_imports_and_calls_that_can_be_told_apart(
    language: str, text: str, expected: set[tuple[str, str, str, str]]
) -> None:
    assert coded(text, language) == expected
