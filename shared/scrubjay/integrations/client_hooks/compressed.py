"""Whether Gemini CLI has compressed a session since it was briefed, from its own record of the session.

Run with Gemini CLI 0.61.0 on 2026-11-23: PreCompress is fired in every turn, also where nothing is compressed. The
record has a line with the whole history whenever it was replaced. That a compressed one has a summary in
<state_snapshot> is read in its program.
"""

from pathlib import Path

MAX_BYTES = 8 << 20
"""The record's end that is looked at; a longer history than that isn't known to be compressed."""

_HISTORY = b'{"$set":{"messages":'
_SUMMARY = b"<state_snapshot>"


def has_forgotten(record: bytes, told: str) -> bool:
    """Whether the history of a record was compressed, and doesn't hold the told words, nor anything after it."""
    start = record.rfind(_HISTORY)
    history = record[start:] if start >= 0 else b""
    return _SUMMARY in history and told.encode() not in history


def read_end(file: str) -> bytes:
    """The end of a record; empty where there is none."""
    path = Path(file)
    if path.suffix != ".jsonl" or not path.is_absolute() or not path.is_file():
        return b""
    with path.open("rb") as stream:
        stream.seek(max(path.stat().st_size - MAX_BYTES, 0))
        return stream.read(MAX_BYTES)
