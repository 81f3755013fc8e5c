"""onnxruntime reports to its maker by default since 1.29; here it must not."""

import os
import subprocess
import sys
from pathlib import Path

from tests.patience import PATIENCE_S


def test_loading_the_model_leaves_no_device_id_behind(tmp_path: Path) -> None:
    code = "from scrubjay.inference.embedding.onnx import OnnxEmbedder; OnnxEmbedder().embed_query('jay')"
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "PYTHONPATH")}
    # CI silences the telemetry by itself, so it must not be inherited here.
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=kept | {"HOME": str(tmp_path)},
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.rglob("*")) == []
