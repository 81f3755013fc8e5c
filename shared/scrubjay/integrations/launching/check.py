"""What guards found: asked now, without starting the Python that they protect, or left when they started nothing."""

import subprocess
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from scrubjay.integrations.launching.start import FOLDER, REFUSED, SHELL
from scrubjay.model.frozen import dataclass

PATIENCE_S = 20.0

FITS = "fits"
FINDINGS: Mapping[str, str] = {
    FITS: "as `scrubjay init` saw it, and git tracks nothing there",
    "written": "with files that were written since `scrubjay init`, and that no installer recorded",
    "changed": "changed since `scrubjay init`",
    "tracked": "in a folder where git tracks files",
    "busy": "in a worktree that git is writing to (index.lock)",
    "unreadable": "in a worktree that git can't read",
    "gone": "without the guard that `scrubjay init` wrote",
}


@dataclass(frozen=True, slots=True)
class GuardFinding:
    """One of FINDINGS, and the Python that it is about; the guard itself where the Python is gone."""

    finding: str
    python: str


def run_guard(guard: Path, environment: Mapping[str, str]) -> GuardFinding:
    """Run a guard of this home. It runs in the shell, starts git, and executes nothing from the worktree."""
    try:
        done = subprocess.run(
            [SHELL, str(guard), "check"], capture_output=True, timeout=PATIENCE_S, check=False,
            stdin=subprocess.DEVNULL, env=dict(environment),
        )  # fmt: skip
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return GuardFinding("gone", str(guard))
    finding, _, python = done.stdout.decode("utf-8", "surrogateescape").partition("\n")
    return GuardFinding(finding, python.rstrip("\n")) if finding in FINDINGS else GuardFinding("gone", str(guard))


def refusals(home: Path) -> tuple[str, ...]:
    """What the guards of a home started nothing for and nobody was told yet, a line each."""
    lines = []
    for file in sorted((home / FOLDER).glob(f"*{REFUSED}")):
        try:
            finding, _, python = file.read_text(encoding="utf-8", errors="replace").strip().partition("\n")
            at = datetime.fromtimestamp(file.stat().st_mtime, UTC)
        except OSError:
            continue
        if finding in FINDINGS:
            lines.append(
                f"Hooks or servers did not start at {at:%Y-%m-%d %H:%M} UTC: their Python {' '.join(python.split())} "
                f"was {FINDINGS[finding]}. `scrubjay doctor` says whether it still is."
            )
    return tuple(lines)


def forget_refusals(home: Path) -> None:
    """Take away what was told; a home that can't be written tells it again."""
    for file in (home / FOLDER).glob(f"*{REFUSED}"):
        with suppress(OSError):
            file.unlink()
