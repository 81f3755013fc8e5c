"""Configuration of an ONNX model: the bundled one, its files and their hashes, or one in a folder."""

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from scrubjay.errors import ModelUnavailable

if TYPE_CHECKING:
    from scrubjay.settings.reading import EmbeddingSettings


WEIGHTS: Final = Path(__file__).parent / "weights"
MODEL_FILE: Final = "minilm-l6-v2-int8-perchannel.onnx"
TOKENIZER_FILE: Final = "tokenizer.json"

MODEL_NAME: Final = "sentence-transformers/all-MiniLM-L6-v2"
MODEL_SHA256: Final = "c0ae56495a1352a51de579c979c3b34bc17ef1b52ab02e8893ab6f2585e9c703"
TOKENIZER_SHA256: Final = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
MODEL_BYTES: Final = 22_944_316


Pooling = Literal["mean", "cls", "last"]

NAMES = ("model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx")
"""Where exporters put the model in its folder; otherwise the only .onnx file in it is taken."""

LARGEST_JSON = 1_000_000


@dataclass(frozen=True, kw_only=True)
class OnnxModel:
    """A model's files and parameters. `native_dim` is the length of a token's state, `dim` that of the vectors.

    `bytes` is the exact size of the file where it is known, else 0.
    """

    name: str
    file: Path
    tokenizer: Path
    native_dim: int
    dim: int
    max_tokens: int
    pooling: Pooling = "mean"
    query_prefix: str = ""
    passage_prefix: str = ""
    bytes: int = 0
    sha256: str = ""

    @cached_property
    def weights(self) -> str:
        """The sha256 of the model's file. Raises ModelUnavailable."""
        if self.sha256:
            return self.sha256
        try:
            with self.file.open("rb") as stream:
                return hashlib.file_digest(stream, "sha256").hexdigest()
        except OSError as error:
            raise ModelUnavailable(f"{self.file} can't be read ({error.strerror}). See embedding.model.") from error


BUNDLED: Final = OnnxModel(
    name=MODEL_NAME,
    file=WEIGHTS / MODEL_FILE,
    tokenizer=WEIGHTS / TOKENIZER_FILE,
    native_dim=384,
    dim=384,
    max_tokens=256,
    bytes=MODEL_BYTES,
    sha256=MODEL_SHA256,
)


@dataclass(frozen=True, slots=True)
class ModelOverrides:
    """The user's settings of a model; 0 and empty texts mean the values of the model's own files."""

    native_dim: int = 0
    dim: int = 0
    pooling: Pooling | Literal[""] = ""
    query_prefix: str = ""
    passage_prefix: str = ""
    max_tokens: int = 0


def in_folder(folder: Path, overrides: ModelOverrides) -> OnnxModel:
    """The model in a folder with an .onnx file, tokenizer.json, and perhaps config.json. Raises ModelUnavailable.

    Raises ModelUnavailable, naming what is missing.
    """
    file = next((folder / name for name in NAMES if (folder / name).is_file()), None)
    if file is None:
        files = sorted(folder.glob("*.onnx")) if folder.is_dir() else []
        if len(files) != 1:
            raise ModelUnavailable(
                f"{folder} holds {len(files) or 'no'} .onnx files, where one is wanted. See embedding.model."
            )
        file = files[0]
    tokenizer = folder / "tokenizer.json"
    if not tokenizer.is_file():
        raise ModelUnavailable(f"{folder} holds no tokenizer.json beside {file.name}. See embedding.model.")
    config = json_object(folder / "config.json")
    native = overrides.native_dim or number_in(config, "hidden_size") or number_in(config, "dim")
    if not native:
        raise ModelUnavailable(f"{folder}/config.json doesn't say hidden_size. Set embedding.native_dim.")
    dim = overrides.dim or native
    if dim > native:
        raise ModelUnavailable(
            f"{folder.name} makes vectors of {native}, not {dim}: set embedding.dim to {native} or less."
        )
    reads = (
        overrides.max_tokens or number_in(json_object(folder / "sentence_bert_config.json"), "max_seq_length") or 256
    )
    return OnnxModel(
        name=folder.name,
        file=file,
        tokenizer=tokenizer,
        native_dim=native,
        dim=dim,
        max_tokens=reads,
        pooling=overrides.pooling or _pooling(folder),
        query_prefix=overrides.query_prefix,
        passage_prefix=overrides.passage_prefix,
    )


def _pooling(folder: Path) -> Pooling:
    """How a model pools its tokens' states, by its configuration: "cls", "last" or "mean"."""
    config = json_object(folder / "1_Pooling" / "config.json")
    if config.get("pooling_mode_cls_token"):
        return "cls"
    return "last" if config.get("pooling_mode_lasttoken") else "mean"


def number_in(config: dict[str, object], name: str) -> int:
    """The number of a name in a configuration; 0 where there is none."""
    value = config.get(name)
    return value if isinstance(value, int) and 0 < value <= 100_000 else 0


def json_object(file: Path) -> dict[str, object]:
    """The JSON object in a file; empty where it holds none."""
    parsed = json_value(file)
    return parsed if isinstance(parsed, dict) else {}


def json_value(file: Path) -> object:
    """The JSON value in a file; None where it can't be read."""
    try:
        with file.open("rb") as stream:
            return json.loads(stream.read(LARGEST_JSON))
    except (OSError, ValueError, RecursionError):
        return None


def chosen_overrides(chosen: "EmbeddingSettings") -> ModelOverrides:
    """The model's parameters that the settings override."""
    return ModelOverrides(
        chosen.native_dim, chosen.dim, chosen.pooling, chosen.query_prefix, chosen.passage_prefix, chosen.max_tokens
    )
