"""Does every Python that clients and hooks start still have this scrubjay?"""

import shlex
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from scrubjay import __version__
from scrubjay.clients import claude_code, session_hooks
from scrubjay.doctor.check import Check
from scrubjay.errors import ScrubjayError
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.githooks.folder import EVENTS, hook_file, hooks_folder
from scrubjay.githooks.stub import installed
from scrubjay.guest import content

PATIENCE_S = 20.0
ASK = "import scrubjay; print(scrubjay.__version__)"


def launchers(account: Path, git: Git, repository: Repository) -> Mapping[str, tuple[str, ...]]:
    """Each Python that something of ours starts here, and what starts it."""
    found: dict[str, list[str]] = {}
    for name, command in claude_code.commands(account, repository).items():
        found.setdefault(command, []).append(name)
    for event, command in (*session_hooks.commands(repository), *_hooks(git, repository)):
        found.setdefault(command, []).append(event)
    return {command: tuple(names) for command, names in sorted(found.items())}


def launcher(account: Path, git: Git, repository: Repository, *, answers: Mapping[str, str] | None = None) -> Check:
    """Whether they are there and of this version. `answers` (Python -> version) replaces asking them."""
    expected = f"scrubjay {__version__}"
    used = launchers(account, git, repository)
    stale = []
    for python, names in used.items():
        version = version_of(python) if answers is None else answers.get(python, "")
        if version != __version__:
            what = f"has scrubjay {version}" if version else "is gone, or has no scrubjay"
            stale.append(f"{python} {what} ({', '.join(names)})")
    if stale:
        do = "run `scrubjay init` with the scrubjay that you want to keep; it writes its own Python everywhere"
        return Check("launcher", False, "; ".join(stale), expected, do)
    return Check("launcher", True, ", ".join(used) or "nothing starts scrubjay here", expected)


def version_of(python: str) -> str:
    """Which scrubjay a Python has; empty when it has none, or isn't there."""
    try:
        done = subprocess.run(
            [python, "-I", "-c", ASK], capture_output=True, timeout=PATIENCE_S, check=False, stdin=subprocess.DEVNULL
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "replace").strip()[:40] if done.returncode == 0 else ""


def _hooks(git: Git, repository: Repository) -> Iterator[tuple[str, str]]:
    folder = hooks_folder(git, repository)
    if folder.foreign:
        return
    for event in EVENTS:
        try:
            block = installed(content(hook_file(folder.path, event)) or b"")
        except ScrubjayError:
            continue
        for line in block.decode("utf-8", "surrogateescape").splitlines():
            if "-m scrubjay.githooks.event" in line:
                words = shlex.split(line)
                yield event, words[words.index("-I") - 1]
