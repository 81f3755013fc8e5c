"""Rows of an answer's model as a Parquet file, by pyarrow, which the extra `parquet` brings."""

import io
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from scrubjay.errors import UsageError
from scrubjay.model.later import Later

if TYPE_CHECKING:
    from pydantic import BaseModel

    pyarrow: Any
    parquet: Any
else:
    pyarrow, parquet = Later("pyarrow"), Later("pyarrow.parquet")

MISSING: Final = (
    "This server writes no Parquet: its owner installs that by `pip install '.[parquet]'`. JSON lines hold the same."
)


def parquet_of(rows: Sequence[Mapping[str, Any]], model: "type[BaseModel]") -> bytes:
    """A Parquet file of rows, one column a field of their model: text, whole number, yes or no, a list of text.

    Raises UsageError where pyarrow isn't installed.
    """
    if find_spec("pyarrow") is None:
        raise UsageError(MISSING)
    kinds: dict[Any, Any] = {str: pyarrow.string(), int: pyarrow.int64(), bool: pyarrow.bool_()}
    fields = [
        pyarrow.field(name, kinds.get(one.annotation, pyarrow.list_(pyarrow.string())), nullable=False)
        for name, one in model.model_fields.items()
    ]
    table = pyarrow.Table.from_pylist([dict(row) for row in rows], schema=pyarrow.schema(fields))
    written = io.BytesIO()
    parquet.write_table(table, written, compression="zstd")
    return written.getvalue()
