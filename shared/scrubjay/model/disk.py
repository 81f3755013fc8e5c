"""Refusals of a disk: what is said where it takes no more, by the number of the error."""

import errno
import os

KEPT = "What was acknowledged before is kept, this was not:"

REFUSED = {
    errno.ENOSPC: f"No space left on the disk. {KEPT} free some space and run the command again.",
    errno.EDQUOT: f"Your quota on this disk is used up. {KEPT} delete files of yours there, and run the command again.",
    errno.EFBIG: f"This process may not write larger files. {KEPT} raise the limit (`ulimit -f`) of client or shell.",
    errno.EROFS: "The disk is mounted read-only. Reading works; to write, mount it writable, or choose a folder "
    "elsewhere (for the home: SCRUBJAY_HOME).",
}
"""What a disk that refuses is told as, wherever it comes up: by the error number, never by another cause."""


def refusal_in(words: str) -> int:
    """The error number with which the disk refused, by a program's words; 0 for another cause."""
    return next((number for number in REFUSED if os.strerror(number) in words), 0)


def disk_refused(told: str) -> bool:
    """Whether an error's text says that the disk refused to write."""
    return any(sentence.partition(".")[0] in told for sentence in REFUSED.values())
