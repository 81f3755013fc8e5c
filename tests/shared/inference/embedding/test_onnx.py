"""The bundled model: real weights, real vectors."""

import hashlib
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.errors import ModelUnavailable
from scrubjay.extensions.testing.content import check_embedder
from scrubjay.inference.embedding.model import (
    BUNDLED,
    MODEL_FILE,
    MODEL_SHA256,
    TOKENIZER_FILE,
    TOKENIZER_SHA256,
    WEIGHTS,
)
from scrubjay.inference.embedding.onnx import OnnxEmbedder


@pytest.fixture(scope="module")
def model() -> OnnxEmbedder:
    return OnnxEmbedder()


@pytest.mark.parametrize(
    ("name", "expected"),
    [(MODEL_FILE, MODEL_SHA256), (TOKENIZER_FILE, TOKENIZER_SHA256)],
)
def test_the_shipped_files_are_the_ones_that_were_measured(name: str, expected: str) -> None:
    data = (WEIGHTS / name).read_bytes()
    assert hashlib.sha256(data).hexdigest() == expected
    assert expected in (WEIGHTS / "README.md").read_text(encoding="utf-8")


def test_the_model_comes_with_its_licence_notice() -> None:
    assert "Apache License, Version 2.0" in (WEIGHTS / "NOTICE").read_text(encoding="utf-8")


def test_vectors_have_length_one_and_come_in_input_order(model: OnnxEmbedder) -> None:
    texts = ["a bird " * (n % 9 + 1) for n in range(40)]
    vectors = model.embed_passages(texts).vectors
    assert vectors.shape == (40, 384)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    for text, vector in zip(texts, vectors, strict=True):
        np.testing.assert_array_equal(vector, model.embed_query(text).vector)


WORDS = ("heron", "wades", "at", "dawn", "42", "parse_reference()", "the", "Über", "—", "鳥")


@pytest.fixture(scope="module")
def readers() -> tuple[OnnxEmbedder, ...]:
    return tuple(OnnxEmbedder(threads=threads) for threads in (1, 3))


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_text_has_one_vector_and_one_state_of_each_token_whatever_is_read_with_it(
    model: OnnxEmbedder, readers: tuple[OnnxEmbedder, ...], data: st.DataObject
) -> None:
    """Vectors are shared between machines, which cut their passages into other batches: no bit may depend on these."""
    word = st.lists(st.sampled_from(WORDS), max_size=80).map(" ".join)
    texts = data.draw(st.lists(word | st.text(max_size=60), max_size=10))
    alone = {text: model.embed_passages([text]) for text in texts}
    order, size = data.draw(st.permutations(texts)), data.draw(st.integers(1, 10))
    reader = data.draw(st.sampled_from(readers))
    for start in range(0, len(order), size):
        batch = order[start : start + size]
        together = reader.embed_passages(batch)
        for text, vector, states in zip(batch, together.vectors, together.states, strict=True):
            np.testing.assert_array_equal(vector, alone[text].vectors[0])
            assert states == alone[text].states[0]


def test_a_processor_without_vnni_is_told_to_add_exactly(model: OnnxEmbedder) -> None:
    """Nothing here lacks VNNI: what it changes there was measured on an emulated one (decision 0151)."""
    options = model._load().get_session_options()
    assert options.get_session_config_entry("session.x64quantprecision") == "1"


def test_the_bundled_model_keeps_the_contract_of_an_embedder(model: OnnxEmbedder) -> None:
    check_embedder(model)


def test_the_same_words_are_read_by_the_model_once(monkeypatch: pytest.MonkeyPatch) -> None:
    model = OnnxEmbedder()
    first = model.embed_query("Herons wade at dawn.").vector
    monkeypatch.setattr(model, "_run", None)
    np.testing.assert_array_equal(model.embed_passages(["Herons wade at dawn."]).vectors[0], first)
    np.testing.assert_array_equal(model.embed_query("Herons wade  at dawn.").vector, first)


def test_close_meanings_are_closer_than_distant_ones(model: OnnxEmbedder) -> None:
    query = model.embed_query("How do I undo a commit?").vector
    near, far = model.embed_passages(["Reverting changes with git", "A recipe for apple cake"]).vectors
    assert query @ near > query @ far + 0.2


def test_text_beyond_256_tokens_changes_nothing(model: OnnxEmbedder) -> None:
    np.testing.assert_array_equal(model.embed_query("jay " * 254).vector, model.embed_query("jay " * 3000).vector)


def test_no_text_and_empty_text_are_no_error(model: OnnxEmbedder) -> None:
    assert model.embed_passages([]).vectors.shape == (0, 384)
    assert np.isfinite(model.embed_query("").vector).all()


def test_threads_share_one_session(model: OnnxEmbedder) -> None:
    fresh = OnnxEmbedder()
    with ThreadPoolExecutor(4) as threads:
        queries = list(threads.map(fresh.embed_query, ["the same words"] * 8))
    for query in queries:
        np.testing.assert_array_equal(query.vector, model.embed_query("the same words").vector)


def test_missing_weights_are_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="Install scrubjay again"):
        OnnxEmbedder(lambda: replace(BUNDLED, file=tmp_path / MODEL_FILE)).embed_query("a")


def test_a_shortened_file_is_refused_before_it_is_loaded(tmp_path: Path) -> None:
    (tmp_path / MODEL_FILE).write_bytes(b"onnx")
    with pytest.raises(ModelUnavailable, match="4 bytes instead of"):
        OnnxEmbedder(lambda: replace(BUNDLED, file=tmp_path / MODEL_FILE)).embed_query("a")


def test_a_file_of_the_right_size_but_not_a_model_is_refused(tmp_path: Path) -> None:
    file = tmp_path / MODEL_FILE
    shutil.copyfile(WEIGHTS / MODEL_FILE, file)
    with file.open("r+b") as opened:
        opened.write(b"\xff" * 4096)
    with pytest.raises(ModelUnavailable, match="doctor"):
        OnnxEmbedder(lambda: replace(BUNDLED, file=tmp_path / MODEL_FILE)).embed_query("a")


def test_knowing_the_embedder_loads_neither_model_nor_numpy() -> None:
    program = (
        "import sys; from scrubjay.inference.embedding.onnx import OnnxEmbedder; "
        "from scrubjay.knowledge.retrieval.hybrid import "
        "HybridRetriever; print(OnnxEmbedder().fingerprint.key); "
        "assert not {'numpy', 'onnxruntime', 'tokenizers', 'torch'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == OnnxEmbedder().fingerprint.key
