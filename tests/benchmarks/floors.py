"""The floors of a call: MCP servers that do nothing, or only embed, and the plain search of bm25 and of one product.

    python -m tests.benchmarks.floors bare|model

serves one tool, `floor`, over stdio: with the SDK alone, or with the SDK and the bundled model, both as anyone would
load them. None of scrubjay's code runs in it.
"""

import sys
from collections.abc import Sequence
from typing import Any

from scrubjay.inference.embedding.model import BUNDLED

NEAREST = 50


def bare() -> None:
    """Serve a tool that answers at once."""
    from mcp.server import MCPServer

    server: MCPServer[None] = MCPServer("bare")

    @server.tool()
    def floor(query: str) -> str:
        return query

    server.run()


def with_model() -> None:
    """Serve a tool that embeds its argument."""
    import numpy as np
    from mcp.server import MCPServer
    from onnxruntime import InferenceSession, SessionOptions
    from tokenizers import Tokenizer

    options = SessionOptions()
    options.intra_op_num_threads = 2
    session = InferenceSession(str(BUNDLED.file), options, providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(str(BUNDLED.tokenizer))
    tokenizer.no_padding()
    expected = {node.name for node in session.get_inputs()}
    server: MCPServer[None] = MCPServer("model")

    @server.tool()
    def floor(query: str) -> str:
        ids = np.asarray([tokenizer.encode(query).ids], dtype=np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        (states,) = session.run(None, {name: value for name, value in inputs.items() if name in expected})[:1]
        return f"{float(np.asarray(states).mean()):.4f}"

    server.run()


class Plain:
    """rank-bm25 over texts, and one product with as many vectors of 384 numbers."""

    def __init__(self, texts: Sequence[str]) -> None:
        import numpy as np
        from rank_bm25 import BM25Okapi

        chance = np.random.default_rng(7)
        self._bm25: Any = BM25Okapi([text.lower().split() for text in texts])
        self._matrix = chance.standard_normal((len(texts), 384)).astype(np.float32)
        self._query = chance.standard_normal(384).astype(np.float32)

    def words(self, query: str) -> None:
        """Score every text by the query's words."""
        self._bm25.get_scores(query.lower().split())

    def product(self, _: str) -> None:
        """Find the nearest vectors."""
        import numpy as np

        np.argpartition(self._matrix @ self._query, -min(NEAREST, len(self._matrix)))


if __name__ == "__main__":
    {"bare": bare, "model": with_model}[sys.argv[1]]()
