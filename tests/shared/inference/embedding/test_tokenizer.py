"""Counting with the embedding model's own tokenizer."""

from pathlib import Path

import pytest

from scrubjay.errors import ModelUnavailable
from scrubjay.inference.embedding.tokenizer import Tokenizer


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer()


def test_a_short_text_is_not_padded_to_128_tokens(tokenizer: Tokenizer) -> None:
    assert tokenizer.count(["hello world"]) == [2]


def test_a_long_text_is_counted_beyond_128_tokens(tokenizer: Tokenizer) -> None:
    assert tokenizer.count(["jay " * 1000]) == [1000]


def test_counts_keep_the_input_order_beyond_one_slice(tokenizer: Tokenizer) -> None:
    texts = ["jay " * (i % 7) for i in range(1300)]
    assert tokenizer.count(texts) == [i % 7 for i in range(1300)]


def test_nothing_to_count_is_an_empty_answer(tokenizer: Tokenizer) -> None:
    assert tokenizer.count([]) == []
    assert tokenizer.count([""]) == [0]


def test_encoding_adds_both_special_tokens_within_the_limit(tokenizer: Tokenizer) -> None:
    short, long = tokenizer.encode(["hello world", "jay " * 1000], max_tokens=256)
    assert len(short) == 4
    assert (short[0], short[-1]) == (101, 102)
    assert len(long) == 256
    assert (long[0], long[-1]) == (101, 102)


def test_a_missing_file_is_reported_as_model_unavailable(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="doctor"):
        Tokenizer(tmp_path / "tokenizer.json").count(["a"])


def test_a_broken_file_is_reported_as_model_unavailable(tmp_path: Path) -> None:
    broken = tmp_path / "tokenizer.json"
    broken.write_text('{"model": 7}')
    with pytest.raises(ModelUnavailable, match=r"tokenizer\.json"):
        Tokenizer(broken).count(["a"])


@pytest.mark.parametrize(
    "text",
    [
        "数据库迁移在什么时候执行",
        "データベースのバックアップ",
        "데이터베이스 백업",
        "สำรองข้อมูลทุกคืน",
        "Резервное копирование базы",
        "什么是 Redis",
    ],
)
def test_a_text_in_other_scripts_is_not_known_by_words(tokenizer: Tokenizer, text: str) -> None:
    assert tokenizer.known(text) < 0.5


@pytest.mark.parametrize(
    "text",
    [
        "Die Datensicherung läuft jede Nacht",
        "Veritabanı yedeklemesi",
        "x² in “quotes” – naïve",
        "",
        "…",
        "how to cook 寿司",
    ],
)
def test_a_text_in_latin_letters_is_known(tokenizer: Tokenizer, text: str) -> None:
    assert tokenizer.known(text) >= 0.5
