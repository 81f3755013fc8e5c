"""Launcher of the client hooks: a script in the home, so that their command never names a Python or a version.

Codex trusts a hook by a hash of its command (0.169.0): a command that changed with each upgrade would wait for its
review each time. Codex and Gemini CLI (0.61.0) refuse every prompt of the account after a hook that ends with 2, as a
shell does without its script: so the command ends with 0 and says nothing when the script, the home or the Python is
gone.
"""

import shlex
from collections.abc import Sequence
from pathlib import Path

from scrubjay.integrations.edits import FileChange, Receipt, apply, content
from scrubjay.integrations.launching.launcher import SHELL

FILE = "hook.sh"
ASKED_FOR = "hooks of "
MODULE = "scrubjay.integrations.client_hooks.event"

SCRIPT = """\
#!/bin/sh
# Coding clients start scrubjay's hooks here. `scrubjay init` in a project that uses them writes it again.
[ -r {last} ] || exit 0
exec {start} -I -m {module} --home {home} --client "${{1:-}}"
"""


def launcher_file(home: Path) -> Path:
    """The script's place in a home."""
    return home / FILE


def hook_mark(client: str, folder: Path | str = "") -> str:
    """The receipt's entry for a project whose set-up asked for a client's hooks, and in which folder of the client."""
    return f"{ASKED_FOR}{client}{f' in {folder}' if folder else ''}"


def command(home: Path, client: str) -> str:
    """The command of a client's hooks, for a shell. The same for good: trust rests on it."""
    file = shlex.quote(str(launcher_file(home)))
    return f"{SHELL} -c {shlex.quote(f'[ -r {file} ] && {SHELL} {file} {client}; exit 0')} 2>/dev/null"


def commands(home: Path, client: str) -> tuple[str, ...]:
    """Every command by which a client's hooks are known: the present one, and what `init` wrote before 2026-11-23."""
    return command(home, client), shlex.join((SHELL, str(launcher_file(home)), client))


def script(home: Path, start: Sequence[str]) -> str:
    """The script. `start` are the words before `-I` (`launching.start`). A Python that is gone ends it silently."""
    return SCRIPT.format(
        last=shlex.quote(start[-1]), start=shlex.join(start), module=MODULE, home=shlex.quote(str(home))
    )


def plan_launcher(home: Path, start: Sequence[str]) -> tuple[FileChange, ...]:
    """Plan to write the script; empty when it is current."""
    file = launcher_file(home)
    before = content(file)
    after = script(home, start).encode("utf-8", "surrogateescape")
    description = f"write {file}, which clients' hooks start"
    return () if before == after else (FileChange(home, file, before, after, description, mode=0o600),)


def forget_launcher(home: Path, receipt: Receipt, others: Sequence[Receipt]) -> tuple[FileChange, ...]:
    """Delete the script once no project of the home has hooks of any client."""
    file = launcher_file(home)
    before = content(file)
    if before is None or any(each.names(ASKED_FOR) for each in (receipt, *others)):
        return ()
    change = FileChange(home, file, before, None, f"delete {file}")
    apply((change,), receipt)
    return (change,)
