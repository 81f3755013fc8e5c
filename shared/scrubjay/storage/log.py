"""Does a write-ahead log hold changes that SQLite will pass over? Its frames are hashed one after the other.

The format is https://www.sqlite.org/fileformat2.html#walformat: a frame counts where its salts are the header's and its
checksum continues the one before. Behind the first that doesn't, nothing is read, and the next writer writes over it.
"""

import struct
from pathlib import Path

HEADER, FRAME = 32, 24
MAGIC = 0x377F0682
"""With a last bit that is set where checksums are counted in big-endian words."""


def unread_frames(path: Path) -> int:
    """How many frames of the log beside a database belong to it and are passed over."""
    try:
        data = path.with_name(f"{path.name}-wal").read_bytes()
    except OSError:
        return 0
    if len(data) < HEADER:
        return 0
    magic, _, page = struct.unpack(">3I", data[:12])
    size = FRAME + (page if page in (1 << n for n in range(9, 17)) else 4096)
    frames = [data[at : at + size] for at in range(HEADER, len(data) - size + 1, size)]
    order = ">" if magic & 1 else "<"
    sums = _checksum(data[:24], (0, 0), order)
    if magic & ~1 != MAGIC or sums != struct.unpack(">2I", data[24:32]):
        return len(frames)
    for number, frame in enumerate(frames):
        if frame[8:16] != data[16:24]:
            return sum(1 for later in frames[number:] if later[8:16] == data[16:24])
        sums = _checksum(frame[FRAME:], _checksum(frame[:8], sums, order), order)
        if sums != struct.unpack(">2I", frame[16:24]):
            return sum(1 for later in frames[number:] if later[8:16] == data[16:24])
    return 0


def _checksum(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for one, two in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return first, second
