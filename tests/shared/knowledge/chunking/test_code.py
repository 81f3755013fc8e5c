"""Source files are cut at their functions and classes, with every line kept."""

import re
from collections.abc import Sequence
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.chunking import Chunk, TokenCounter, chunk
from scrubjay.knowledge.chunking.languages import (
    LANGUAGES,
    installed_languages,
    language_of,
    missing_languages,
    missing_message,
)
from scrubjay.knowledge.documents.policy import policy
from scrubjay.knowledge.documents.prepare import PreparedBlob, prepare
from scrubjay.knowledge.documents.selection import Selection
from scrubjay.model.view import Format, ViewFile
from scrubjay.settings.code import ProgrammingLanguage
from scrubjay.settings.reading import IngestionSettings

PYTHON = '''"""Pools of connections."""
import os

# Keeps connections.
@dataclass
class Pool(Base):
    """Makes connections."""

    def acquire(self, port: int) -> Server:
        """Take one."""
        def inner():
            return 1
        return Server(port)

    async def close(self): ...

def main():
    return Pool()
'''

SOURCES: dict[Format, tuple[str, list[str]]] = {
    "code:python": (PYTHON, ["", "Pool", "Pool.acquire", "Pool.close", "main"]),
    "code:typescript": (
        "// Util\nexport class A {\n  run(x: number) {}\n}\nexport const retry = async () => {\n  return 1;\n};\n"
        "interface B { x: number }\n",
        ["A", "A.run", "retry", "B"],
    ),
    "code:go": ("package m\n\n// Run runs.\nfunc (s *Server) Run() error {\n return nil\n}\n", ["", "Server.Run"]),
    "code:rust": (
        "#[derive(Debug)]\npub struct P { a: i32 }\nimpl P {\n  pub fn take(&self) -> i32 { 1 }\n}\n",
        ["P", "P", "P.take"],
    ),
    "code:java": ("package x;\npublic class A {\n  /** Doc. */\n  public void run() { }\n}\n", ["", "A", "A.run"]),
    "code:c": ("#include <a.h>\n\nstatic int *add(int a) {\n  return 0;\n}\n", ["", "add"]),
    "code:cpp": ("namespace n {\nclass A {\n public:\n  void run() { }\n};\nint f(int a) { return a; }\n}\n",
                 ["n", "n.A", "n.A.run", "n.f"]),
    "code:ruby": ("module M\n class A\n  def run\n   1\n  end\n end\nend\n", ["M", "M.A", "M.A.run"]),
    "code:bash": ("# x\nrun() {\n echo 1\n}\n", ["run"]),
    "code:tsx": ("export function App() { return <div/>; }\n", ["App"]),
    "code:javascript": ("function a() { return 1 }\nclass B {\n c() {}\n}\n", ["a", "B", "B.c"]),
    "code:kotlin": ("class A {\n fun run() { }\n}\n", ["A", "A.run"]),
    "code:swift": ("class A {\n func run() { }\n}\n", ["A", "A.run"]),
    "code:scala": ("object A {\n def run() = 1\n}\n", ["A", "A.run"]),
    "code:php": ("<?php\nclass A {\n function run() { }\n}\n", ["", "A", "A.run"]),
    "code:csharp": ("class A {\n void Run() {}\n}\n", ["A", "A.Run"]),
}  # fmt: skip


@pytest.mark.parametrize("format", sorted(SOURCES))
def test_each_symbol_is_a_passage_under_its_path(format: Format, counter: TokenCounter) -> None:
    text, expected = SOURCES[format]
    found = [" > ".join(piece.heading) for piece in chunk(text, format, counter=counter).passages]
    assert found == expected


def test_a_symbol_begins_with_its_comment_and_decorators_and_keeps_its_lines(counter: TokenCounter) -> None:
    found = {" > ".join(p.heading): p for p in chunk(PYTHON, "code:python", counter=counter).passages}
    assert found["Pool"].text.startswith("# Keeps connections.\n@dataclass\nclass Pool(Base):")
    assert (found["Pool.acquire"].start_line, found["Pool.acquire"].end_line) == (9, 13)
    assert "def inner" in found["Pool.acquire"].text


def test_statements_behind_a_symbol_belong_to_what_is_around_it(counter: TokenCounter) -> None:
    text = "class Pool:\n    def take(self): ...\n    size = 3\n\ndef main(): ...\n\n# Runs it.\nmain()\n"
    found = [(p.start_line, p.end_line, p.heading) for p in chunk(text, "code:python", counter=counter).passages]
    assert found == [
        (1, 1, ("Pool",)), (2, 2, ("Pool.take",)), (3, 3, ("Pool",)), (5, 5, ("main",)), (7, 8, ()),
    ]  # fmt: skip


def test_a_comment_at_the_end_of_a_line_stays_with_that_line(counter: TokenCounter) -> None:
    text = "int a; // of a\nint f() {\n return 0;\n}\n"
    found = [(p.start_line, p.end_line) for p in chunk(text, "code:c", counter=counter).passages]
    assert found == [(1, 1), (2, 4)]


def test_the_docstring_of_a_file_is_its_title(counter: TokenCounter) -> None:
    assert chunk(PYTHON, "code:python", counter=counter).title == "Pools of connections."


def test_every_grammar_of_the_extra_is_there() -> None:
    assert installed_languages() == set(LANGUAGES) == set(get_args(ProgrammingLanguage))


def covered(text: str, passages: Sequence[Chunk]) -> list[str]:
    seen: set[int] = set()
    for piece in passages:
        seen.update(range(piece.start_line, piece.end_line + 1))
    return [line for number, line in enumerate(text.split("\n"), 1) if line.strip() and number not in seen]


@given(st.text(alphabet="abc(){}[]:;=,.'\"#/*@ \n\tdefclassfunction", max_size=400), st.sampled_from(sorted(SOURCES)))
@settings(max_examples=60, derandomize=True, deadline=None)
def test_broken_code_loses_no_line(text: str, format: Format) -> None:
    class Words:
        def count(self, texts: Sequence[str]) -> list[int]:
            return [len(re.findall(r"\w+|[^\w\s]", one)) for one in texts]

    passages = chunk(text, format, counter=Words()).passages
    assert covered(text, passages) == []
    lines = text.split("\n")
    for piece in passages:
        assert piece.text in "\n".join(lines[piece.start_line - 1 : piece.end_line])


def test_very_deep_code_is_read_without_end(counter: TokenCounter) -> None:
    chunk("class A:\n" + "(" * 20_000, "code:python", counter=counter)
    chunk("{" * 20_000 + "}" * 20_000, "code:javascript", counter=counter)


@pytest.mark.parametrize(
    ("code", "path", "format"),
    [
        (("python",), "src/pool.py", "code:python"),
        (("Python",), "src/pool.PY", "code:python"),
        (("src/**",), "src/pool.go", "code:go"),
        (("python",), "docs/a.md", "markdown"),
    ],
)
def test_code_is_chosen_by_language_or_pattern(code: tuple[str, ...], path: str, format: str) -> None:
    selection = Selection(("**/*.md",), ("**/vendor/**",), code)
    assert selection.selects(path)
    assert selection.format(path) == format


@pytest.mark.parametrize("path", ["vendor/a.py", "src/pool.go", "a.unknown", "secrets.key"])
def test_what_is_not_chosen_stays_out(path: str) -> None:
    assert not Selection(("**/*.md",), ("**/vendor/**",), ("python",)).selects(path)


def test_no_code_is_read_unless_it_is_asked_for() -> None:
    assert not Selection(("**/*.md",), ()).selects("src/pool.py")


def test_a_missing_grammar_is_named_with_what_to_install() -> None:
    lacking = missing_languages(["markdown", "code:go", "code:python"], frozenset({"python"}))
    assert lacking == ("go",)
    assert "`pip install '.[code]'` in the clone of scrubjay" in missing_message(lacking)


def test_secrets_in_code_are_masked(counter: TokenCounter) -> None:
    token = "gh" + "p_" + "a1B2" * 9
    file = ViewFile("a.py", "0" * 40, "code:python")
    done = prepare(file, f'TOKEN = "{token}"\n'.encode(), policy(IngestionSettings(code=("python",))), counter)
    assert isinstance(done, PreparedBlob)
    assert token not in done.text
    assert token not in done.passages[0].text


def test_the_language_of_a_file_is_told_by_its_ending() -> None:
    assert (language_of("a/b.tsx"), language_of("Makefile"), language_of("x.md")) == ("tsx", "", "")


@pytest.mark.parametrize(
    ("language", "text", "title"),
    [
        ("python", '# Copyright Ada\n\n"""Pools of connections."""\nx = 1\n', "Pools of connections."),
        ("python", '#!/usr/bin/env python\n# coding: x\n"""\nPools.\n\nMore."""\n', "Pools."),
        ("python", '"""The licences of pools."""\n', "The licences of pools."),
        ("go", "// Copyright Ada\n\n// Package pool keeps connections.\n// More.\npackage pool\n",
         "Package pool keeps connections."),
        ("go", "/*\nCopyright Ada\nLicensed under X\n*/\n\npackage pool\n\nfunc Run() {}\n", ""),
        ("c", "/* Pools of connections. */\n\n#include <x.h>\n", "Pools of connections."),
        ("c", "int x;\n", ""),
    ],
)  # fmt: skip
def test_a_file_is_titled_by_what_it_says_of_itself_and_by_no_licence(
    language: str, text: str, title: str, counter: TokenCounter
) -> None:
    assert chunk(text, f"code:{language}", counter=counter).title == title  # type: ignore[arg-type]


def test_a_type_without_a_name_is_called_as_its_declaration_calls_it(counter: TokenCounter) -> None:
    text = "typedef enum {\n  A,\n  B\n} mode;\n\nint add(int a);\n"
    assert chunk(text, "code:c", counter=counter).passages[0].heading == ("mode",)
