"""Sentence-transformers models on the disk, described by their files: no torch is imported to know one from another."""

import hashlib
import os
from pathlib import Path
from typing import Final, Protocol, runtime_checkable

from scrubjay.errors import ModelUnavailable
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.inference.embedding.model import json_object, json_value, number_in
from scrubjay.model.frozen import dataclass

WEIGHT_FILES: Final = ("model.safetensors", "pytorch_model.bin")
PLAIN_MODULES: Final = frozenset({"Transformer", "Pooling", "Normalize"})
"""Parts of a model whose vectors are as long as a token's state."""

DENSE: Final = "Dense"
"""A layer whose configuration says how long the vectors are behind it."""

CACHE: Final = "SENTENCE_TRANSFORMERS_HOME"
"""Where the library keeps downloads when it isn't the hub's own folder."""

_MODE: Final = "pooling_mode_"
_SNAPSHOTS: Final = "snapshots"


@dataclass(frozen=True, slots=True)
class SavedModel:
    """What is known of a model without loading it: which weights it has, and the length of its vectors."""

    weights: str
    native_dim: int


@runtime_checkable
class CanFetch(Protocol):
    """An embedder whose model may have to be downloaded, which nothing else than `fetch` does."""

    def fetch(self) -> None:
        """See that the model is there. Raises ModelUnavailable."""


def fetch(embedder: Embedder) -> None:
    """Download an embedder's model where it isn't on this machine yet. Raises ModelUnavailable."""
    if isinstance(embedder, CanFetch):
        embedder.fetch()


def saved_model(folder: Path) -> SavedModel | None:
    """The model of a folder; None where its files don't say enough."""
    weights, length = _weights(folder), _length(folder)
    return SavedModel(weights, length) if weights and length else None


def model_folder(name: str) -> Path | None:
    """The folder of a model: one of the disk, or of what was downloaded of a hub's; None where that wasn't yet.

    Raises ModelUnavailable for a name that is neither.
    """
    refuse_relative(name, "embedding.model")
    try:
        return Path(name) if name and Path(name).is_dir() else _downloaded(name)
    except (OSError, ValueError) as error:
        raise ModelUnavailable(
            f"embedding.model is {name!r}: no folder on this machine, and no name of a model. See embedding.model."
        ) from error


def refuse_relative(name: str, setting: str) -> None:
    """Raise ModelUnavailable for a name that is also a path in the current folder, whose model the library would load.

    Commands run in repositories, and what a repository brings is never run.
    """
    if os.path.lexists(name) and not Path(name).is_absolute():
        raise ModelUnavailable(
            f"{setting} is {name!r}, which is also a path in the current folder. "
            "Give a model's folder by its whole path."
        )


def _downloaded(name: str) -> Path | None:
    """The folder of the hub's files, which its commit names. Raises ValueError for what can't be a hub's name."""
    if not name.strip():
        raise ValueError(name)
    try:
        from huggingface_hub import try_to_load_from_cache
    except ImportError:
        return None
    cache = os.environ.get(CACHE) or None
    for repository in (name,) if "/" in name else (f"sentence-transformers/{name}", name):
        found = try_to_load_from_cache(repository, "config.json", cache_dir=cache)
        if isinstance(found, str):
            return Path(found).parent
    return None


def _weights(folder: Path) -> str:
    """What identifies a model's weights: a download's commit, else a file's sha256; empty without either."""
    if folder.parent.name == _SNAPSHOTS:
        return folder.name
    for file in (folder / name for name in WEIGHT_FILES):
        if file.is_file():
            with file.open("rb") as opened:
                return hashlib.file_digest(opened, "sha256").hexdigest()
    return ""


def _length(folder: Path) -> int:
    """The length of a model's vectors; 0 if one of its further modules may change it."""
    modules = json_value(folder / "modules.json")
    listed = [one for one in modules if isinstance(one, dict)] if isinstance(modules, list) else []
    pooling = json_object(folder / "1_Pooling" / "config.json")
    modes = [name for name, chosen in pooling.items() if name.startswith(_MODE) and chosen is True]
    length = number_in(json_object(folder / "config.json"), "hidden_size") if len(modes) <= 1 else 0
    for module in listed:
        kind = str(module.get("type")).rpartition(".")[2]
        if kind == DENSE:
            length = number_in(json_object(folder / str(module.get("path")) / "config.json"), "out_features")
        elif kind not in PLAIN_MODULES:
            return 0
    return length
