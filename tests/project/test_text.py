"""What is a word or a sentence is said in text/ alone: no other module splits plain English by a pattern of its own."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import scrubjay
from tests.project.trees import tree_of

pytestmark = pytest.mark.story

SHARED = Path(scrubjay.__file__).parents[1]
PLAIN = "the quick brown fox jumps over lazy dogs"
SENTENCES = "It rains in v1.2, so they say – and (maybe) it does: today. We stay home. Nobody minds."
SPLITS = ("findall", "finditer", "split")
HOMES = ("scrubjay/text/", "scrubjay/privacy/secrets/")
"""What `secrets` calls words are the parts of a key; it mustn't change with what search calls a word."""


def patterns(file: Path) -> Iterator[str]:
    """The literal patterns by which a module splits texts."""
    tree = tree_of(file)
    calls = [one for one in ast.walk(tree) if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute)]
    named = {}
    for one in ast.walk(tree):
        if isinstance(one, ast.Assign | ast.AnnAssign) and isinstance(one.value, ast.Call) and one.value.args:
            target = one.targets[0] if isinstance(one, ast.Assign) else one.target
            if isinstance(target, ast.Name):
                named[target.id] = one.value.args[0]
    for call in calls:
        assert isinstance(call.func, ast.Attribute)
        if call.func.attr in SPLITS and isinstance(call.func.value, ast.Name) and call.args:
            name = call.func.value.id
            literal = call.args[0] if name == "re" else named.get(name)
            if isinstance(literal, ast.Constant) and isinstance(literal.value, str):
                yield literal.value


def splits(pattern: str) -> bool:
    """Whether a pattern takes plain English apart: into its words, or into its sentences."""
    compiled = re.compile(pattern)
    pieces = [match.group() for match in compiled.finditer(PLAIN)]
    sentences = [one.strip(" .") for one in compiled.split(SENTENCES) if one and one.strip()]
    return [one for one in pieces if one.strip()] == PLAIN.split() or sentences == [
        one.strip(" .") for one in SENTENCES.split(". ")
    ]


def test_the_law_knows_a_tokenizer_and_a_splitter() -> None:
    assert all(map(splits, (r"\w+", r"[^\W_]{3,}", r"[a-z]+", r"[^\s,;]+|[,;]", r"(?<=[.!?])\s+")))
    assert not any(map(splits, (r"\d+", r"\s*,\s*", r"`[^`]*`", r"[A-Z]{2,}")))


def test_no_module_outside_text_splits_words_or_sentences() -> None:
    files = (file for file in SHARED.rglob("*.py") if not str(file.relative_to(SHARED)).startswith(HOMES))
    own = [f"{file.relative_to(SHARED)}: {one}" for file in files for one in patterns(file) if splits(one)]
    assert own == []
