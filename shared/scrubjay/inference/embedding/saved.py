"""Sentence-transformers models on the disk, described by their files: no torch is imported to know one from another."""

import hashlib
from pathlib import Path
from typing import Final

from scrubjay.inference.embedding.model import json_object, json_value, number_in
from scrubjay.model.frozen import dataclass

WEIGHT_FILES: Final = ("model.safetensors", "pytorch_model.bin")
PLAIN_MODULES: Final = frozenset({"Transformer", "Pooling", "Normalize"})
"""Parts of a model whose vectors are as long as a token's state."""

_MODE: Final = "pooling_mode_"
_SNAPSHOTS: Final = "snapshots"


@dataclass(frozen=True, slots=True)
class SavedModel:
    """What is known of a model without loading it: which weights it has, and the length of its vectors."""

    weights: str
    native_dim: int


def saved_model(name: str) -> SavedModel | None:
    """The model in a folder, or downloaded from a hub under a name; None if its files don't tell enough."""
    folder = Path(name) if Path(name).is_dir() else _downloaded(name)
    if folder is None:
        return None
    weights, length = _weights(folder), _length(folder)
    return SavedModel(weights, length) if weights and length else None


def _downloaded(name: str) -> Path | None:
    """The folder into which a hub's model was downloaded, named by its commit; None without a download."""
    try:
        from huggingface_hub import try_to_load_from_cache
    except ImportError:
        return None
    for repository in (name,) if "/" in name else (f"sentence-transformers/{name}", name):
        found = try_to_load_from_cache(repository, "config.json")
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
    listed = modules if isinstance(modules, list) else []
    types = {str(one.get("type")).rpartition(".")[2] for one in listed if isinstance(one, dict)}
    pooling = json_object(folder / "1_Pooling" / "config.json")
    modes = [name for name, chosen in pooling.items() if name.startswith(_MODE) and chosen is True]
    plain = types <= PLAIN_MODULES and len(modes) <= 1
    return number_in(json_object(folder / "config.json"), "hidden_size") if plain else 0
