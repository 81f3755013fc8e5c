"""Fields of a definition: comments are told from strings, the signature ends at the body, names are split and whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.knowledge.index.full_text import code_fields
from scrubjay.text.names import name_token

PYTHON = '''\
@cached  # kept
def read_file(path, limit=10):
    """Opens a file."""
    # Waits for the lock.
    return open(path + "# no comment")
'''
RUST = """\
/// Opens a file.
fn read_file<'a>(path: &'a str) -> String { // waits
    format!("// no comment {}", path)
}
"""
PHP = """\
/** Opens a file. */
public function readFile($path) { # waits
    return '# no comment';
}
"""


@pytest.mark.parametrize(
    ("language", "text", "prose", "signature"),
    [
        ("python", PYTHON, ["Opens a file", "Waits for the lock", "kept"], "def read_file(path, limit=10):"),
        ("rust", RUST, ["Opens a file", "waits"], "fn read_file<'a>(path: &'a str) -> String {"),
        ("php", PHP, ["Opens a file", "waits"], "public function read File($path) {"),
    ],
)
def test_comments_are_prose_and_a_sign_within_a_string_opens_none(
    language: str, text: str, prose: list[str], signature: str
) -> None:
    fields = code_fields("Shop.read_file", text, language)
    assert all(part in fields.prose for part in prose)
    assert "no comment" in fields.body
    assert "no comment" not in fields.prose
    assert fields.signature.strip() == signature
    assert "Opens" not in fields.body


def test_an_identifier_is_found_by_its_parts_and_whole() -> None:
    fields = code_fields("Shop.readFile", "public void readFile(Path filePath) {}", "java")
    assert fields.name == "Shop.read File"
    assert "file Path" in fields.body
    assert {name_token("readFile"), name_token("filePath")} <= set(fields.terms.split())


def test_statements_outside_of_a_definition_have_no_signature() -> None:
    assert code_fields("", "x = 1\n", "python").signature == ""


@pytest.mark.parametrize("language", ["python", "java", "php", "javascript"])
@pytest.mark.parametrize(
    "text", ['"' * 50_000, "'" * 50_000, "/*" * 50_000, "#" * 50_000, '"""' * 30_000, "\\" * 90_000]
)
def test_what_never_ends_is_read_in_one_pass(language: str, text: str) -> None:
    fields = code_fields("a", text, language)
    assert len(fields.prose) + len(fields.body) <= 2 * len(text) + 2


@pytest.mark.parametrize("word", ["A" + "a" * 400_000, "Aa" * 200_000, "a" * 400_000, "_" * 400_000, "AA" * 200_000])
def test_a_word_without_end_is_looked_at_once(word: str) -> None:
    assert isinstance(code_fields("", word, "java").terms, str)


@given(st.text("\"'#/*\\\n ab", max_size=60), st.sampled_from(["python", "java", "php"]))
def test_every_word_is_prose_or_body(text: str, language: str) -> None:
    fields = code_fields("", text, language)
    letters = sorted(c for c in text if c in "ab")
    assert sorted(c for c in fields.prose + fields.body if c in "ab") == letters
