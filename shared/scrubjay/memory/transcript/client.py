"""The client of a process: its ancestors, and the folders where clients keep transcripts."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from scrubjay.identity.person.lineage import Process, lineage
from scrubjay.model.frozen import dataclass, field


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders where Claude Code, Codex and Gemini CLI keep everything, as they are named at the edge."""

    claude_code: Path
    codex: Path
    gemini: Path


@dataclass(frozen=True, slots=True)
class CallingClient:
    """The client that leads to this process: its ancestors, where clients keep transcripts, the account's home.

    `since` is when it started this process, in seconds since 1970.
    """

    ancestors: Callable[[], Sequence[Process]]
    folders: Folders
    account: Path
    since: float = field(default_factory=time.time)


def client_of(environment: Mapping[str, str], account: Path) -> CallingClient:
    """The client of this process, which stands among its ancestors; they are read when they are asked for."""
    claude, codex = environment.get("CLAUDE_CONFIG_DIR", ""), environment.get("CODEX_HOME", "")
    gemini = environment.get("GEMINI_CLI_HOME", "")
    folders = Folders(
        Path(claude).expanduser() if claude else account / ".claude",
        Path(codex).expanduser() if codex else account / ".codex",
        (Path(gemini).expanduser() if gemini else account) / ".gemini",
    )
    return CallingClient(lambda: lineage(os.getppid()), folders, account)
