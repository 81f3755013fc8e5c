"""What a text names by itself: links, records, places, services; and what code imports and calls."""

import pytest

from scrubjay.graph.code import code_mentions
from scrubjay.graph.mentions import mentions_of
from scrubjay.graph.services import declared


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
    ],
)
def test_a_text_names_what_it_says_and_nothing_else(text: str, expected: set[tuple[int, str, str]]) -> None:
    assert told(text) == expected


def test_front_matter_names_services_each_at_its_line() -> None:
    text = "---\ntitle: x\nservices:\n  - Payments\n  - ledger\ndepends_on: [mail]\n---\n# Text\n"
    assert told(text) == {(4, "service", "Payments"), (5, "service", "ledger"), (6, "depends", "mail")}


def test_other_formats_link_in_their_own_way() -> None:
    assert told(":doc:`install`", "rst") == {(1, "doc", "install")}
    assert told("see link:a.adoc[A]", "asciidoc") == {(1, "link", "a.adoc")}


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
        ("python", "import a.b\na.b.run()", {("import", "a.b", "", "a"), ("call", "a.b", "run", "")}),
        ("python", "def f(x):\n  x.close()\n  self.go()\n  f(x)", {("call", "self", "go", ""), ("call", "", "f", "")}),
        ("typescript", "import {a as b} from './x';\nb();", {("import", "./x", "a", "b"), ("call", "", "b", "")}),
        ("javascript", "const x = require('./y');", {("import", "./y", "", "")}),
        (
            "go",
            'package a\nimport "example.org/m/b"\nfunc f() { b.Run() }',
            {("import", "example.org/m/b", "*", "b"), ("call", "b", "Run", "")},
        ),
        ("c", '#include "a.h"\n#include <stdio.h>\n', {("import", "a.h", "", "")}),
        ("java", "import a.b.C;", {("import", "a.b.C", "", "")}),
        ("rust", "mod inner;\nuse crate::a::b;", {("import", "mod inner", "", ""), ("import", "crate::a::b", "", "")}),
        ("bash", "source x.sh", set()),
    ],
)
def test_code_tells_imports_and_calls_that_can_be_told_apart(
    language: str, text: str, expected: set[tuple[str, str, str, str]]
) -> None:
    assert coded(text, language) == expected
