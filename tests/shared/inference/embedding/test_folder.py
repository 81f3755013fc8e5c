"""Any ONNX model in a folder works as its files or the user say; a tiny one is made here."""

import json
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from scrubjay.errors import ModelUnavailable
from scrubjay.inference.embedding.model import ModelOverrides, in_folder
from scrubjay.inference.embedding.onnx import OnnxEmbedder

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "jay", "nut", "query", "passage", ":"]
DIM = 8
TABLE = np.random.RandomState(1).standard_normal((len(WORDS), DIM)).astype(np.float32)


def make(folder: Path, *, config: bool = True) -> Path:
    """A model that looks each token up in a table, with a tokenizer of a few words."""
    folder.mkdir()
    graph = helper.make_graph(
        [helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])],
        "tiny",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "tokens"])],
        [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "tokens", DIM])],
        [numpy_helper.from_array(TABLE, "table")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    onnx.save(model, str(folder / "model.onnx"))
    tokenizer = Tokenizer(models.WordLevel({word: n for n, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    if config:
        (folder / "config.json").write_text(json.dumps({"hidden_size": DIM}))
    return folder


def unit(vector: np.ndarray) -> np.ndarray:
    return np.asarray(vector / np.linalg.norm(vector))


def states(*words: str) -> np.ndarray:
    return np.asarray(TABLE[[WORDS.index(word) for word in words]])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make(tmp_path / "tiny")


def embedder(folder: Path, wishes: ModelOverrides | None = None) -> OnnxEmbedder:
    return OnnxEmbedder(lambda: in_folder(folder, wishes or ModelOverrides()))


def test_a_folder_is_used_as_its_files_say(folder: Path) -> None:
    one = embedder(folder)
    expected = unit(states("[CLS]", "jay", "nut", "[SEP]").mean(axis=0))
    np.testing.assert_allclose(one.embed_query("jay nut").vector, expected, rtol=1e-5)
    np.testing.assert_allclose(one.embed_passages(["jay nut"]).vectors[0], expected, rtol=1e-5)
    assert (one.fingerprint.model, one.fingerprint.dim, one.fingerprint.pooling) == ("tiny", DIM, "mean")


@pytest.mark.parametrize(("pooling", "word"), [("cls", "[CLS]"), ("last", "[SEP]")])
def test_pooling_is_the_models_or_the_users(folder: Path, pooling: str, word: str) -> None:
    wishes = ModelOverrides(pooling=pooling)  # type: ignore[arg-type]
    np.testing.assert_allclose(embedder(folder, wishes).embed_query("jay").vector, unit(states(word)[0]), rtol=1e-5)


def test_the_pooling_of_a_sentence_transformers_folder_is_read(folder: Path) -> None:
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}')
    assert in_folder(folder, ModelOverrides()).pooling == "cls"


def test_a_matryoshka_vector_is_cut_and_made_length_1_again(folder: Path) -> None:
    whole = embedder(folder).embed_query("jay nut").vector
    cut = embedder(folder, ModelOverrides(dim=4)).embed_query("jay nut").vector
    assert cut.shape == (4,)
    np.testing.assert_allclose(cut, unit(whole[:4]), rtol=1e-5)


def test_prefixes_stand_before_queries_and_passages(folder: Path) -> None:
    one = embedder(folder, ModelOverrides(query_prefix="query : ", passage_prefix="passage : "))
    plain = embedder(folder)
    np.testing.assert_array_equal(one.embed_query("jay").vector, plain.embed_query("query : jay").vector)
    np.testing.assert_array_equal(one.embed_passages(["jay"]).vectors, plain.embed_passages(["passage : jay"]).vectors)


def test_each_way_of_use_has_its_own_fingerprint(folder: Path) -> None:
    ways = [
        ModelOverrides(), ModelOverrides(dim=4), ModelOverrides(pooling="cls"), ModelOverrides(query_prefix="q"),
        ModelOverrides(passage_prefix="p"), ModelOverrides(max_tokens=8),
    ]  # fmt: skip
    assert len({embedder(folder, wishes).fingerprint.key for wishes in ways}) == len(ways)


def test_other_weights_are_another_fingerprint(folder: Path) -> None:
    before = embedder(folder).fingerprint.key
    with (folder / "model.onnx").open("ab") as stream:
        stream.write(b"\0")
    assert embedder(folder).fingerprint.key != before


def test_a_text_is_cut_at_the_models_limit(folder: Path) -> None:
    one = embedder(folder, ModelOverrides(max_tokens=4))
    np.testing.assert_array_equal(one.embed_query("jay nut nut nut").vector, one.embed_query("jay nut").vector)


@pytest.mark.parametrize(
    ("missing", "why"),
    [("model.onnx", r"no \.onnx files"), ("tokenizer.json", "tokenizer.json"), ("config.json", "native_dim")],
)
def test_what_a_folder_lacks_is_named(folder: Path, missing: str, why: str) -> None:
    (folder / missing).unlink()
    with pytest.raises(ModelUnavailable, match=why):
        embedder(folder).embed_query("jay")


def test_a_dim_beyond_the_models_is_refused(folder: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"makes vectors of 8, not 16"):
        embedder(folder, ModelOverrides(dim=16)).embed_query("jay")


def test_a_wrong_native_dim_is_refused_with_the_shape(folder: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"shape \(1, 3, 8\)"):
        embedder(folder, ModelOverrides(native_dim=16)).embed_query("jay")
