"""Other models come from an extra; what is missing is said, and a tiny model is a test where the extra is installed."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scrubjay.app import App
from scrubjay.errors import ModelUnavailable
from scrubjay.inference.embedding.extras import SentenceTransformerEmbedder
from scrubjay.inference.embedding.saved import SavedModel, saved_model
from scrubjay.inference.numeric import normalised
from tests.conftest import Repo
from tests.patience import PATIENCE_S

INSTALLED = importlib.util.find_spec("sentence_transformers") is not None
WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "how", "do", "i", "undo", "commit", "a", "apple", "cake")
TOLD = "import sys; open({file!r}, 'a').write('imported'); raise ImportError('no')\n"


def saved(folder: Path, **files: object) -> Path:
    """A folder as the library writes it, but for what only the library reads."""
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps({"hidden_size": 32}))
    (folder / "model.safetensors").write_bytes(b"weights")
    for name, value in files.items():
        file = folder / {"modules": "modules.json", "pooling": "1_Pooling/config.json"}[name]
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(value))
    return folder


@pytest.mark.skipif(INSTALLED, reason="the extra [st] is installed")
def test_without_the_extra_the_error_names_it(tmp_path: Path) -> None:
    for model in ("any", str(saved(tmp_path / "model"))):
        with pytest.raises(ModelUnavailable, match=r"pip install .\.\[st\]"):
            SentenceTransformerEmbedder(model).embed_query("a")
        with pytest.raises(ModelUnavailable, match=r"pip install .\.\[st\]"):
            _ = SentenceTransformerEmbedder(model).fingerprint


def test_cut_vectors_have_length_one_again() -> None:
    whole = np.array([[3.0, 4.0, 12.0], [0.0, 0.0, 0.0]], dtype=np.float32)
    np.testing.assert_allclose(normalised(whole, 2), [[0.6, 0.8], [0.0, 0.0]], atol=1e-6)


@pytest.mark.parametrize(
    ("files", "length"),
    [
        ({}, 32),
        ({"modules": [{"type": "sentence_transformers.models.Transformer"}], "pooling": {}}, 32),
        ({"pooling": {"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False}}, 32),
        # two means beside each other, and a layer that may change the length: only the library knows
        ({"pooling": {"pooling_mode_mean_tokens": True, "pooling_mode_max_tokens": True}}, 0),
        ({"modules": [{"type": "sentence_transformers.models.Dense"}]}, 0),
        ({"modules": "x", "pooling": [1]}, 32),
    ],
)
def test_a_model_is_described_by_its_files_where_they_say_enough(
    tmp_path: Path, files: dict[str, Any], length: int
) -> None:
    found = saved_model(str(saved(tmp_path / "model", **files)))
    assert (found.native_dim if found else 0) == length
    assert found is None or len(found.weights) == 64


def test_a_download_is_known_by_its_commit(tmp_path: Path) -> None:
    (tmp_path / "snapshots").mkdir()
    assert saved_model(str(saved(tmp_path / "snapshots" / "0123abcd"))) == SavedModel("0123abcd", 32)


@pytest.mark.parametrize("command", [["status"], ["embed", "--status"], ["verify"]])
def test_a_command_that_embeds_nothing_imports_no_torch(
    app: App, repo: Repo, environment: dict[str, str], tmp_path: Path, command: list[str]
) -> None:
    app.initialise(repo.path)
    stub, imported = tmp_path / "stub", tmp_path / "imported"
    stub.mkdir()
    for name in ("sentence_transformers", "torch", "transformers"):
        (stub / f"{name}.py").write_text(TOLD.format(file=str(imported)))
    given = environment | {
        "PYTHONPATH": str(stub), "SCRUBJAY_EMBEDDING_PROVIDER": "sentence-transformers",
        "SCRUBJAY_EMBEDDING_MODEL": str(saved(tmp_path / "model")),
    }  # fmt: skip
    run = [sys.executable, "-c", "from scrubjay.cli.main import run; run()", *command]
    done = subprocess.run(run, env=given, cwd=repo.path, capture_output=True, timeout=PATIENCE_S, check=False)
    assert not imported.exists(), done.stdout + done.stderr
    assert b"Traceback" not in done.stderr
    assert b"not installed" not in done.stdout + done.stderr


@pytest.mark.skipif(not INSTALLED, reason="needs scrubjay[st]")
def test_a_tiny_model_makes_cut_vectors_without_a_bar_and_is_the_one_that_its_files_describe(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    import torch
    from transformers import BertConfig, BertModel, BertTokenizerFast

    (tmp_path / "vocab.txt").write_text("\n".join(WORDS))
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=len(WORDS), hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64,
        max_position_embeddings=64,
    )  # fmt: skip
    folder = tmp_path / "model"
    BertModel(config).save_pretrained(folder)
    BertTokenizerFast(vocab_file=str(tmp_path / "vocab.txt")).save_pretrained(folder)
    capfd.readouterr()
    model = SentenceTransformerEmbedder(str(folder), dim=16, query_prefix="how ")
    before = model.fingerprint
    vector = model.embed_query("do I undo a commit").vector
    same, other = model.embed_passages(["how do I undo a commit", "apple cake"]).vectors
    assert "%" not in "".join(capfd.readouterr())
    assert (vector.shape, before.dim, len(before.weights)) == ((16,), 16, 64)
    assert model.fingerprint == before
    np.testing.assert_allclose(vector, same, atol=1e-5)
    assert vector @ other < 0.999
    with pytest.raises(ModelUnavailable, match="or less"):
        SentenceTransformerEmbedder(str(folder), dim=10**6).embed_query("a")
