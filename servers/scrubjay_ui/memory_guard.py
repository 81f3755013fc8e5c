"""Keeps the account's other programs from reading this process's memory, where the system can."""

import ctypes
import sys

PR_SET_DUMPABLE = 4
"""Of <sys/prctl.h>: without it nobody of this account may trace the process or read its memory and files in /proc."""


def guard_memory() -> bool:
    """Let no other program of this account look into this process; False where the system has no such switch."""
    if not sys.platform.startswith("linux"):
        return False
    return bool(ctypes.CDLL(None, use_errno=True).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0)
