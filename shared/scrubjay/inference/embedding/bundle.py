"""Files of the bundled model, and their expected hashes."""

from pathlib import Path
from typing import Final

WEIGHTS: Final = Path(__file__).parent / "weights"
MODEL_FILE: Final = "minilm-l6-v2-int8-perchannel.onnx"
TOKENIZER_FILE: Final = "tokenizer.json"

MODEL_NAME: Final = "sentence-transformers/all-MiniLM-L6-v2"
MODEL_SHA256: Final = "c0ae56495a1352a51de579c979c3b34bc17ef1b52ab02e8893ab6f2585e9c703"
TOKENIZER_SHA256: Final = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
MODEL_BYTES: Final = 22_944_316
