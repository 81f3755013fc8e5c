"""An ONNX model without its large weights, which stay in its file: onnxruntime maps them, and processes share them.

A file of its own would have to be shipped and kept equal. This one is read as protocol buffers, whose fields have a
number and a length each, and a tensor's bytes (`raw_data`) become the place of them (`external_data`).
"""

from collections.abc import Iterator
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Final

GRAPH: Final = 7
INITIALIZER: Final = 5
DATA_TYPE: Final = 2
RAW_DATA: Final = 9
EXTERNAL_DATA: Final = 13
DATA_LOCATION: Final = 14
"""Fields of ModelProto, GraphProto and TensorProto, by their numbers in onnx.proto."""

BYTE_TYPES: Final = (2, 3)
"""Types of a tensor whose numbers are a byte each: they may begin anywhere in a file."""

LEAST: Final = 4096
"""Bytes of a tensor from which on it stays in the file: a page is the least that is mapped."""

FIXED: Final = {1: 8, 5: 4}
"""Bytes of a value by its wire type, where they are always the same."""

Field = tuple[int, int, int, int]
"""A field's number, where it begins, and where its value begins and ends."""


def without_weights(file: Path) -> bytes:
    """An ONNX model whose weights stay in the given file. Raises OSError, or ValueError for another form."""
    with file.open("rb") as stream, mmap(stream.fileno(), 0, access=ACCESS_READ) as model:
        try:
            return b"".join(_rewritten_model(model, file.name.encode()))
        except IndexError as error:
            raise ValueError(f"{file.name} ends too early") from error


def _rewritten_model(model: mmap, name: bytes) -> Iterator[bytes]:
    """The bytes of the model, in which the graph's weights refer to the file of that name."""
    for number, begin, start, end in _fields(model, 0, len(model)):
        yield (
            _encoded_field(GRAPH, b"".join(_rewritten_graph(model, start, end, name)))
            if number == GRAPH
            else model[begin:end]
        )


def _rewritten_graph(model: mmap, start: int, end: int, name: bytes) -> Iterator[bytes]:
    """The bytes of the graph, in which its weights refer to the file of that name."""
    for number, begin, first, last in _fields(model, start, end):
        if number == INITIALIZER:
            yield _encoded_field(INITIALIZER, _external_tensor(model, first, last, name))
        else:
            yield model[begin:last]


def _external_tensor(model: mmap, start: int, end: int, name: bytes) -> bytes:
    """A tensor that refers to its bytes in the file, if they are many; else the tensor unchanged."""
    fields = list(_fields(model, start, end))
    kind = next((_read_varint(model, first)[0] for number, _, first, _ in fields if number == DATA_TYPE), 0)
    raw = next((field for field in fields if field[0] == RAW_DATA), None)
    if raw is None or kind not in BYTE_TYPES or raw[3] - raw[2] < LEAST:
        return model[start:end]
    entries = {b"location": name, b"offset": b"%d" % raw[2], b"length": b"%d" % (raw[3] - raw[2])}
    kept = b"".join(model[begin:last] for number, begin, _, last in fields if number != RAW_DATA)
    placed = b"".join(
        _encoded_field(EXTERNAL_DATA, _encoded_field(1, key) + _encoded_field(2, value))
        for key, value in entries.items()
    )
    return kept + placed + _encoded_varint(DATA_LOCATION << 3) + _encoded_varint(1)


def _fields(model: mmap, start: int, end: int) -> Iterator[Field]:
    """The fields of a message between two positions. Raises ValueError for another form, IndexError at the end."""
    place = start
    while place < end:
        begin = place
        tag, place = _read_varint(model, place)
        wire = tag & 7
        if wire == 2:
            length, place = _read_varint(model, place)
            last = place + length
        elif wire == 0:
            last = _read_varint(model, place)[1]
        elif wire in FIXED:
            last = place + FIXED[wire]
        else:
            raise ValueError(f"no protocol buffer: wire type {wire} at {begin}")
        if last > end:
            raise ValueError(f"a field at {begin} ends behind its message")
        yield tag >> 3, begin, place, last
        place = last


def _read_varint(model: mmap, place: int) -> tuple[int, int]:
    """The number (varint) at a position, and the position behind it."""
    number = 0
    for shift in range(0, 70, 7):
        byte = model[place]
        place += 1
        number |= (byte & 127) << shift
        if byte < 128:
            return number, place
    raise ValueError(f"no protocol buffer: a number without end before {place}")


def _encoded_field(number: int, value: bytes) -> bytes:
    """The bytes of a field with its length."""
    return _encoded_varint(number << 3 | 2) + _encoded_varint(len(value)) + value


def _encoded_varint(number: int) -> bytes:
    """A number as the bytes of a varint."""
    parts = bytearray()
    while number > 127:
        parts.append(number & 127 | 128)
        number >>= 7
    parts.append(number)
    return bytes(parts)
