"""Log file that several processes append to: private, bounded, rotated."""

import os
from pathlib import Path

MAX_BYTES = 1_000_000
KEPT = 3
"""The file and two older ones, a megabyte each."""


def home_file(home: Path) -> Path:
    """Where servers, the worker and hooks write their diagnostic log."""
    return home / "logs" / "scrubjay.log"


def append(file: Path, line: str) -> None:
    """Add a line in one write; a folder that isn't there is made. Follows no link. Raises OSError."""
    file.parent.mkdir(mode=0o700, exist_ok=True)
    rotate(file)
    descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="replace") as stream:
        stream.write(f"{line}\n")


def rotate(file: Path) -> None:
    """Move a full file to `.1`, and the older ones one number up."""
    try:
        if file.lstat().st_size < MAX_BYTES:
            return
    except FileNotFoundError:
        return
    for older, newer in zip(rotated(file)[:0:-1], rotated(file)[-2::-1], strict=True):
        if newer.exists():
            newer.replace(older)


def rotated(file: Path) -> list[Path]:
    """The file and the places of its older ones, newest first."""
    return [file, *(file.with_name(f"{file.name}.{number}") for number in range(1, KEPT))]
