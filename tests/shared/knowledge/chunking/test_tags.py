"""The names that source code defines and uses, as the queries of its language have them."""

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.errors import LimitExceeded
from scrubjay.knowledge.chunking.code import MAX_CHARACTERS
from scrubjay.knowledge.chunking.tags import calling_languages, symbols, tagged_languages

WITH_CALLS = {"c", "go", "java", "javascript", "php", "python", "ruby", "rust", "scala", "tsx", "typescript"}


def test_these_languages_have_symbols() -> None:
    assert tagged_languages() == WITH_CALLS | {"cpp", "swift"}
    assert calling_languages() == WITH_CALLS


@pytest.mark.parametrize(
    ("language", "text", "definitions", "calls"),
    [
        (
            "python",
            "class A:\n    def run(self):\n        go()\n",
            {("A", 1, 3), ("A.run", 2, 3)},
            {("go", "A.run", 3)},
        ),
        ("python", "@one\ndef f(): return x.g()\nN = 1\n", {("f", 2, 2), ("N", 3, 3)}, {("g", "f", 2)}),
        (
            "go",
            "package p\ntype S struct{}\nfunc (s *S) Run() {\n\tgo2()\n}\n",
            {("S", 2, 2), ("S.Run", 3, 5)},
            {("go2", "S.Run", 4)},
        ),
        (
            "typescript",
            "interface I { a(): void }\nclass C {\n  b() { return new D(c()) }\n}\n",
            {("I", 1, 1), ("I.a", 1, 1), ("C", 2, 4), ("C.b", 3, 3)},
            {("D", "C.b", 3), ("c", "C.b", 3)},
        ),
        (
            "javascript",
            "class A {\n  constructor() { go() }\n  #b() {}\n  c = () => 1\n  d = 2\n}\nconst E = class { f() {} }\n",
            {
                ("A", 1, 6),
                ("A.constructor", 2, 2),
                ("A.#b", 3, 3),
                ("A.c", 4, 4),
                ("A.d", 5, 5),
                ("E", 7, 7),
                ("E.f", 7, 7),
            },
            {("go", "A.constructor", 2)},
        ),
        (
            "javascript",
            "const fs = require('fs')\nlet N\nexport const O = {\n  p: () => 1,\n  q() { const r = 2 },\n}\nvar s\n",
            {("N", 2, 2), ("O", 3, 6), ("O.p", 4, 4), ("O.q", 5, 5), ("s", 7, 7)},
            set(),
        ),
        (
            "typescript",
            "type T = string\nenum E { A }\nnamespace N.M {}\nclass C {\n  private f = () => 1\n  #g() {}\n}\n",
            {("T", 1, 1), ("E", 2, 2), ("E.A", 2, 2), ("N.M", 3, 3), ("C", 4, 7), ("C.f", 5, 5), ("C.#g", 6, 6)},
            set(),
        ),
        ("tsx", "export const View = () => <p>{t()}</p>\n", {("View", 1, 1)}, {("t", "View", 1)}),
        (
            "rust",
            "struct S;\nimpl S {\n    fn run(&self) { go() }\n}\n",
            {("S", 1, 1), ("S.run", 3, 3)},
            {("go", "S.run", 3)},
        ),
        ("c", "int add(int a) {\n  return a;\n}\n", {("add", 1, 3)}, set()),
        ("bash", "f() { g; }\n", set(), set()),
        ("python", "", set(), set()),
        ("python", "def broken(:\n  x = (\n", set(), set()),
    ],
)
def test_definitions_have_paths_and_calls_have_callers(
    language: str, text: str, definitions: set[tuple[str, int, int]], calls: set[tuple[str, str, int]]
) -> None:
    found = symbols(text, language)
    assert {(s.path, s.line, s.end_line) for s in found if s.role == "definition"} == definitions
    assert {(s.name, s.path, s.line) for s in found if s.role == "call"} == calls


def test_a_definition_is_no_reference_to_itself() -> None:
    found = symbols("package p\ntype S struct{ t *T }\n", "go")
    assert [(s.name, s.role) for s in found] == [("S", "definition"), ("t", "definition"), ("T", "reference")]


def test_a_file_that_is_too_large_is_refused() -> None:
    with pytest.raises(LimitExceeded):
        symbols("x = 1\n" * MAX_CHARACTERS, "python")


_NAMES = st.sampled_from(["a", "b", "run", "Größe"])
_BODY = st.recursive(
    st.just(["pass"]),
    lambda inner: st.builds(
        lambda word, name, body: [f"{word} {name}{'()' if word != 'class' else ''}:", *(f"  {line}" for line in body)],
        st.sampled_from(["def", "class", "async def"]),
        _NAMES,
        inner,
    ),
)


@given(st.lists(_BODY, min_size=1, max_size=5))
@settings(max_examples=60, deadline=None)
def test_pythons_own_parser_agrees_with_the_definitions(parts: list[list[str]]) -> None:
    text = "\n".join(line for part in parts for line in part)
    nodes = (
        n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    )
    theirs = {(n.name, n.lineno, n.end_lineno) for n in nodes}
    assert {(s.name, s.line, s.end_line) for s in symbols(text, "python")} == theirs
