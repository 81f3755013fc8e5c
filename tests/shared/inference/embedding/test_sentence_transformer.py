"""Other models come from an extra; what is missing is said, and a tiny model is a test where the extra is installed."""

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from scrubjay.app import App
from scrubjay.errors import ModelUnavailable
from scrubjay.inference.embedding.extras import SentenceTransformerEmbedder
from scrubjay.inference.embedding.saved import SavedModel, model_folder, refuse_relative, saved_model
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
        ({"modules": [{"type": "some.LSTM"}]}, 0),
        ({"modules": "x", "pooling": [1]}, 32),
    ],
)
def test_a_model_is_described_by_its_files_where_they_say_enough(
    tmp_path: Path, files: dict[str, Any], length: int
) -> None:
    found = saved_model(saved(tmp_path / "model", **files))
    assert (found.native_dim if found else 0) == length
    assert found is None or len(found.weights) == 64


def test_a_download_is_known_by_its_commit(tmp_path: Path) -> None:
    (tmp_path / "snapshots").mkdir()
    assert saved_model(saved(tmp_path / "snapshots" / "0123abcd")) == SavedModel("0123abcd", 32)


def test_a_layer_behind_says_how_long_the_vectors_are(tmp_path: Path) -> None:
    folder = saved(tmp_path / "model", modules=[{"type": "a.Transformer"}, {"type": "a.Dense", "path": "2_Dense"}])
    (folder / "2_Dense").mkdir()
    (folder / "2_Dense" / "config.json").write_text(json.dumps({"in_features": 32, "out_features": 16}))
    found = saved_model(folder)
    assert found is not None
    assert found.native_dim == 16


LIBRARY = """
class SentenceTransformer:
    def __init__(self, name, **options):
        with open({file!r}, "a") as told:
            told.write(f"{{name}} offline={{options['local_files_only']}}\\n")
        raise OSError("no network")
"""
HUB = """
def try_to_load_from_cache(name, file, cache_dir=None):
    if name.startswith("/") or " " in name or name.count("/") > 1:
        raise ValueError("Repo id must be in the form ...")
    return {found!r}
"""


@pytest.fixture
def library(tmp_path: Path, environment: dict[str, str]) -> Callable[..., tuple[dict[str, str], Path]]:
    """Makes an environment with a library that loads nothing, and the file that says what it was asked for."""

    def made(model: str, found: str | None = None) -> tuple[dict[str, str], Path]:
        stub, told = tmp_path / "stub", tmp_path / "told"
        stub.mkdir()
        (stub / "sentence_transformers.py").write_text(LIBRARY.format(file=str(told)))
        (stub / "huggingface_hub.py").write_text(HUB.format(found=found))
        given = {"PYTHONPATH": str(stub), "SCRUBJAY_EMBEDDING_PROVIDER": "sentence-transformers"}
        return environment | given | {"SCRUBJAY_EMBEDDING_MODEL": model}, told

    return made


def asked(repo: Repo, given: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    run = [sys.executable, "-c", "from scrubjay.cli.main import run; run()", *command]
    return subprocess.run(
        run, env=given, cwd=repo.path, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )


@pytest.mark.parametrize("model", ["", " ", "my model", "a/b/c", "/nonexistent/tiny", "a\0b", "x" * 5_000])
def test_a_name_of_no_model_is_said(monkeypatch: pytest.MonkeyPatch, model: str) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise ValueError("Repo id must be in the form ...")

    monkeypatch.setitem(sys.modules, "huggingface_hub", SimpleNamespace(try_to_load_from_cache=refuse))
    with pytest.raises(ModelUnavailable, match=r"no folder on this machine.*See embedding\.model"):
        model_folder(model)


def test_a_folder_that_a_repository_brings_under_a_hubs_name_is_never_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "BAAI").mkdir()
    saved(tmp_path / "BAAI" / "bge-m3")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ModelUnavailable, match=r"also a path in the current folder\. Give a model's"):
        model_folder("BAAI/bge-m3")
    with pytest.raises(ModelUnavailable, match=r"retrieval\.reranker is 'BAAI/bge-m3', which is also a path"):
        refuse_relative("BAAI/bge-m3", "retrieval.reranker")
    assert model_folder(str(tmp_path / "BAAI" / "bge-m3")) == tmp_path / "BAAI" / "bge-m3"


@pytest.mark.parametrize("model", ["", "/nonexistent/tiny"])
def test_a_name_of_no_model_leaves_every_command_with_keywords(
    app: App, repo: Repo, library: Callable[..., tuple[dict[str, str], Path]], model: str
) -> None:
    repo.commit(files={"a.md": "# Scales\n\nEach commit weighs something.\n"})
    app.initialise(repo.path)
    given, told = library(model)
    for command in (["status"], ["doctor"], ["search", "commit"]):
        done = asked(repo, given, *command)
        assert "unexpected error" not in done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        assert f"embedding.model is {model!r}" in done.stdout + done.stderr
    done = asked(repo, given, "embed")
    assert done.returncode
    assert f"embedding.model is {model!r}: no folder on this machine" in done.stderr
    assert not told.exists()


def test_a_model_that_is_not_here_yet_is_downloaded_only_by_what_embeds(
    app: App, repo: Repo, library: Callable[..., tuple[dict[str, str], Path]]
) -> None:
    repo.commit(files={"a.md": "# Scales\n\nEach commit weighs something.\n"})
    app.initialise(repo.path)
    given, told = library("BAAI/bge-m3")
    words = "the model 'BAAI/bge-m3' is not on this machine yet: `scrubjay embed` downloads it"
    for command in (["status"], ["search", "commit", "--kind", "memory"], ["ingest"]):
        done = asked(repo, given, *command)
        assert words in done.stdout + done.stderr, command
    for command in (["session", "init"], ["embed", "--status"]):
        asked(repo, given, *command)
    assert not told.exists()
    done = asked(repo, given, "embed")
    assert "can't be loaded (no network)" in done.stderr
    assert told.read_text().splitlines() == ["BAAI/bge-m3 offline=False"]


def test_a_model_whose_files_say_too_little_is_tried_once_a_command_and_never_fetched(
    app: App, repo: Repo, tmp_path: Path, library: Callable[..., tuple[dict[str, str], Path]]
) -> None:
    repo.commit(files={"a.md": "# Scales\n"})
    app.initialise(repo.path)
    folder = saved(tmp_path / "model", modules=[{"type": "some.LSTM"}])
    given, told = library("BAAI/bge-m3", str(folder / "config.json"))
    assert "can't be loaded (no network)" in asked(repo, given, "status").stdout
    assert told.read_text().splitlines() == ["BAAI/bge-m3 offline=True"]


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
