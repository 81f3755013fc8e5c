"""Check of every Python that clients and hooks start: set up by this home, and unchanged since.

The text of hooks and clients' files may be anybody's. It is compared with what this home wrote, never run.
"""

import os
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from scrubjay.errors import ScrubjayError
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.identity.projects.file import home_id
from scrubjay.integrations.clients import claude_code_hooks as session_hooks
from scrubjay.integrations.clients import claude_code_servers as claude_code
from scrubjay.integrations.edits import Receipt, content
from scrubjay.integrations.git_hooks.folder import EVENTS, hook_file, hooks_folder
from scrubjay.integrations.git_hooks.stub import HookOwner, installed_block
from scrubjay.integrations.launching import FOLDER
from scrubjay.integrations.launching.check import FINDINGS, FITS, run_guard
from scrubjay.integrations.launching.launcher import SHELL, Launcher, start
from scrubjay.integrations.launching.record import receipt_entry
from scrubjay.model.check import Check

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownLaunchers:
    """What may start scrubjay: the words of this Python, and those that a project's receipt of this home names."""

    home: Path
    launcher: Launcher

    def __contains__(self, words: Words) -> bool:
        folders = (self.home / "projects").glob("*")
        return words == start(self.home, self.launcher) or any(
            receipt_entry(words) in Receipt.of(folder) for folder in folders
        )


def launchers(root: Path, git: Git, repository: Repository, owner: HookOwner) -> Mapping[Words, tuple[str, ...]]:
    """Which words start something of this home here, before `-I`, and what they start. Raises ScrubjayError."""
    starts: dict[Words, list[str]] = {}
    for name, words in claude_code.start_commands(root, repository, str(owner.home)).items():
        starts.setdefault(words, []).append(name)
    for event, words in (*_session_hooks(git, repository, owner), *_hooks(git, repository, owner)):
        starts.setdefault(words, []).append(event)
    return {words: tuple(names) for words, names in sorted(starts.items())}


def launcher(root: Path, git: Git, repository: Repository, recorded: KnownLaunchers) -> Check:
    """Whether all of them were written by this home, are there, and fit what `init` saw."""
    expected = "set up by this home, and unchanged since `scrubjay init`"
    owner = HookOwner(home_id(recorded.home), recorded.home)
    used = launchers(root, git, repository, owner)
    troubles: list[str] = []
    fine: list[str] = []
    for words, names in used.items():
        program, finding = _finding(words, recorded, git.environment.variables)
        (fine if finding == FITS else troubles).append(
            f"{program} {FINDINGS.get(finding, finding)} ({', '.join(names)})"
        )
    if troubles:
        do = (
            "run `scrubjay init` with the installation that you want to keep, and after writing into its environment "
            "by hand; where git wrote files there, switch back or recreate it: until then it starts nothing"
        )
        return Check("launcher", False, "; ".join(troubles), expected, do)
    clone = recorded.launcher.own_clone
    code = f"; an editable install: the tracked code of {clone} runs" if clone else ""
    return Check("launcher", True, ("; ".join(fine) or "nothing here starts scrubjay") + code, expected)


def _finding(words: Words, recorded: KnownLaunchers, environment: Mapping[str, str]) -> tuple[str, str]:
    """Whom some words start, and one of FINDINGS, or what is wrong with them."""
    if words not in recorded:
        return shlex.join(words), "was not written by this home, or for another Python"
    if words[0] == SHELL and len(words) == 2 and Path(words[1]).parent == recorded.home / FOLDER:
        guard = run_guard(Path(words[1]), environment)
        return guard.python, guard.finding
    return shlex.join(words), FITS if os.access(words[0], os.X_OK) else "doesn't exist"


def _session_hooks(git: Git, repository: Repository, owner: HookOwner) -> tuple[tuple[str, Words], ...]:
    """This home's; of a file that somebody committed all, whatever home they name."""
    tracked = session_hooks.is_tracked(git)
    return session_hooks.start_commands(repository, "" if tracked else str(owner.home))


def _hooks(git: Git, repository: Repository, owner: HookOwner) -> Iterator[tuple[str, Words]]:
    folder = hooks_folder(git, repository)
    if folder.foreign:
        return
    for event in EVENTS:
        try:
            block = installed_block(content(hook_file(folder.path, event, owner)) or b"", owner)
        except ScrubjayError:
            continue
        lines = block.decode("utf-8", "surrogateescape").splitlines()
        line = next((line for line in lines if line.lstrip().startswith("exec ") and " -I -m " in line), "")
        words = _split(line)[1:]
        if "-I" in words:
            yield event, tuple(words[: words.index("-I")])


def _split(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError:
        return [line]
