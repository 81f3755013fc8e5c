"""A model's large weights are mapped from its own file; its vectors are the same as if they had been read."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnx.external_data_helper import ExternalDataInfo, uses_external_data

from scrubjay.inference.embedding.external import LEAST, without_weights
from scrubjay.inference.embedding.model import BUNDLED
from scrubjay.inference.embedding.onnx import FOLDER_OF_WEIGHTS

ROWS = 97


def made(file: Path, *tables: np.ndarray) -> Path:
    """A model that looks each number up in tables, one output a table."""
    outputs = [f"out{n}" for n in range(len(tables))]
    graph = helper.make_graph(
        [helper.make_node("Gather", [f"table{n}", "ids"], [out]) for n, out in enumerate(outputs)],
        "tables",
        [helper.make_tensor_value_info("ids", TensorProto.INT64, ["n"])],
        [
            helper.make_tensor_value_info(out, helper.np_dtype_to_tensor_dtype(table.dtype), None)
            for out, table in zip(outputs, tables, strict=True)
        ],
        [numpy_helper.from_array(table, f"table{n}") for n, table in enumerate(tables)],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    onnx.save(model, str(file))
    return file


def outputs(model: bytes | str, folder: Path) -> list[np.ndarray]:
    options = onnxruntime.SessionOptions()
    options.add_session_config_entry(FOLDER_OF_WEIGHTS, str(folder))
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    return [np.asarray(one) for one in session.run(None, {"ids": np.arange(ROWS)})]


def test_every_large_tensor_of_the_bundled_model_stays_in_its_file() -> None:
    whole, light = onnx.load(str(BUNDLED.file)), onnx.load_from_string(without_weights(BUNDLED.file))
    data = BUNDLED.file.read_bytes()
    outside = 0
    for before, after in zip(whole.graph.initializer, light.graph.initializer, strict=True):
        if uses_external_data(after):
            place = ExternalDataInfo(after)
            assert place.location == BUNDLED.file.name
            assert place.offset is not None
            assert place.length is not None
            assert data[place.offset : place.offset + place.length] == before.raw_data
            assert (after.name, after.dims, after.data_type) == (before.name, before.dims, before.data_type)
            outside += place.length
        else:
            assert after == before
    assert outside > 0.98 * sum(len(one.raw_data) for one in whole.graph.initializer)
    for one in (whole, light):
        del one.graph.initializer[:]
    assert light == whole


@pytest.mark.parametrize("width", [1, 41, 42, 43, 44, 97])
def test_tables_of_all_kinds_give_the_same_values_wherever_they_begin(tmp_path: Path, width: int) -> None:
    chance = np.random.default_rng(width)
    numbers = chance.integers(-128, 128, (ROWS, width))
    tables = [numbers.astype(kind) for kind in (np.int8, np.uint8, np.float32, np.int64, np.int8)]
    file = made(tmp_path / "model.onnx", *tables)
    light = without_weights(file)
    large = [one.name for one in onnx.load_from_string(light).graph.initializer if uses_external_data(one)]
    assert large == (["table0", "table1", "table4"] if ROWS * width >= LEAST else [])
    for value, table in zip(outputs(light, tmp_path), tables, strict=True):
        np.testing.assert_array_equal(value, table)


def test_a_file_that_ends_too_early_is_told(tmp_path: Path) -> None:
    file = made(tmp_path / "model.onnx", np.zeros((ROWS, 97), dtype=np.int8))
    data = file.read_bytes()
    for size in (1, 9, len(data) // 2, len(data) - 1):
        file.write_bytes(data[:size])
        with pytest.raises(ValueError, match="end"):
            without_weights(file)


def test_a_file_that_is_no_model_is_told(tmp_path: Path) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(b"\xff" * 5000)
    with pytest.raises(ValueError, match="protocol buffer"):
        without_weights(file)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the weights are read")
def test_the_model_that_answers_has_its_file_mapped() -> None:
    program = (
        "from scrubjay.inference.embedding.onnx import OnnxEmbedder; OnnxEmbedder().embed_query('jay'); "
        f"print({BUNDLED.file.name!r} in open('/proc/self/maps').read())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"
