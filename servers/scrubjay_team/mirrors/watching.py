"""A git process that may take long: its time, the room it takes and its objects are watched while it runs."""

import os
import selectors
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from scrubjay.errors import LimitExceeded
from scrubjay.git.output import stop
from scrubjay.git.process import Git
from scrubjay.model.counted import counted
from scrubjay.model.disk import REFUSED, refusal_in
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.model.visible import visible
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay.storage.files import open_regular
from scrubjay_team.errors import FetchFailed
from scrubjay_team.mirrors.credentials import redacted

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much it is; 0 of 0 where that isn't known.

While git runs it is told every quarter of a second, so what it raises ends git soon.
"""

EVERY_S: Final = 0.25
LONGEST_LIST: Final = 16_000_000
"""Bytes that git may print."""

_STDERR: Final = 4_000
"""The last characters of git's messages that are kept."""
_DONE: Final = pattern(rb"([A-Z][a-z ]+): +\d+% \((\d+)/(\d+)\)")

_REFUSED_OBJECT: Final = pattern(r"error: object ([0-9a-f]{40,64}): (\w+): ")
"""How git names an object that its check refuses, and the class of what is wrong with it."""

_COUNTING: Final = pattern(r"(remote: )?[A-Z][a-z ]+: +\d+(%|, done)")


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """The most that a mirror may take: bytes on disk, objects of one fetch, seconds."""

    size: int
    objects: int
    seconds: float


def run_watched(
    git: Git, arguments: tuple[str, ...], limits: FetchLimits, progress: Progress, name: str,
    secrets: tuple[str, ...],
) -> bytes:  # fmt: skip
    """Run git in a bare repository to its end, and return what it prints.

    git and its children are killed as soon as the repository is too large or the time is over. Raises FetchFailed with
    git's reason, LimitExceeded with the limit.
    """
    until = time.monotonic() + limits.seconds
    process = git.start(*arguments, with_stderr=True)
    told, printed, now = bytearray(), bytearray(), ("asking the remote", 0, 0)
    try:
        with selectors.DefaultSelector() as ready:
            for stream in (process.stdout, process.stderr):
                if stream:
                    ready.register(stream, selectors.EVENT_READ)
            checked = 0.0
            while ready.get_map():
                for key, _ in ready.select(EVERY_S):
                    piece = os.read(key.fd, 1 << 16)
                    if not piece:
                        ready.unregister(key.fileobj)
                    elif key.fileobj is process.stderr:
                        told = (told + piece)[-_STDERR:]
                        now = _progress(piece) or now
                    else:
                        printed += piece
                if time.monotonic() - checked >= EVERY_S:
                    progress(*now)
                    _check(git.folder, limits, len(printed), name)
                    checked = time.monotonic()
                if checked > until:
                    raise LimitExceeded(_stopped(name, f"it took longer than {limits.seconds:,.0f} s"))
        code = process.wait(max(1.0, until - time.monotonic()))
    except subprocess.TimeoutExpired as error:
        raise LimitExceeded(_stopped(name, f"it took longer than {limits.seconds:,.0f} s")) from error
    finally:
        stop(process)
    if code:
        raise failure(code, bytes(told), name, secrets)
    return bytes(printed)


def failure(code: int, told: bytes, name: str, secrets: tuple[str, ...]) -> FetchFailed:
    """The error for git's exit code and messages, without secrets and without its progress."""
    lines = (line.rstrip("\r").rpartition("\r")[2].strip() for line in told.decode("utf-8", "replace").split("\n"))
    words = " ".join(line for line in lines if line and not _COUNTING.match(line))
    if number := refusal_in(words):
        return FetchFailed(f"{name} could not be fetched: {REFUSED[number]}")
    if crooked := _REFUSED_OBJECT.search(words):
        return FetchFailed(
            f"{name} could not be fetched: git's check refuses its object {crooked[1][:12]} ({crooked[2]}), because it "
            "can harm whoever reads it. Nothing of it was taken, and each try will end so. Mirror a copy of the "
            "repository whose history is rewritten without that object, or remove it: `scrubjay team repository remove "
            "NAME`."
        )
    why = visible(masked_text(redacted(words, secrets)))[:1_000] or f"git ended with {code}"
    return FetchFailed(f"{name} could not be fetched: {why}")


def _progress(piece: bytes) -> tuple[str, int, int] | None:
    """The last progress that git printed in a piece; None without any."""
    found = _DONE.findall(piece)
    return (found[-1][0].decode().strip().lower(), int(found[-1][1]), int(found[-1][2])) if found else None


def _check(folder: Path, limits: FetchLimits, printed: int, name: str) -> None:
    """Raise LimitExceeded where a folder or an answer is too large, or a pack on its way has too many objects."""
    if printed > LONGEST_LIST:
        raise LimitExceeded(_stopped(name, f"its list of refs is longer than {LONGEST_LIST / 1e6:,.0f} MB"))
    size = folder_size(folder)
    if size > limits.size:
        raise LimitExceeded(_stopped(name, f"it is larger than {limits.size / 1e6:,.0f} MB (`team.mirror_mb`)"))
    if max(map(_objects, folder.glob("objects/pack/tmp_pack_*")), default=0) > limits.objects:
        most = counted(limits.objects, "object")
        raise LimitExceeded(_stopped(name, f"it has more than {most} (`team.mirror_objects`)"))


def folder_size(folder: Path) -> int:
    """The bytes of all files in a folder; those that go away meanwhile count as nothing."""
    size = 0
    for above, _, names in os.walk(folder):
        for name in names:
            try:
                size += os.lstat(os.path.join(above, name)).st_size  # noqa: PTH118 - three times as fast
            except OSError:
                continue
    return size


def _objects(pack: Path) -> int:
    """The objects that a pack says it has in its head; 0 as long as that isn't written."""
    stream = open_regular(pack)
    if stream is None:
        return 0
    with stream:
        head = stream.read(12)
    return int.from_bytes(head[8:12], "big") if len(head) == 12 and head.startswith(b"PACK") else 0


def _stopped(name: str, why: str) -> str:
    """The message of a fetch that was ended for a limit."""
    return f"{name} was not fetched: {why}. What was fetched before is kept; raise the limit, or remove the repository."
