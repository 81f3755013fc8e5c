"""Runs a guard and returns its finding, without starting the Python that it protects."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

from scrubjay.launching.start import SHELL
from scrubjay.model.frozen import dataclass

PATIENCE_S = 20.0

FITS = "fits"
FINDINGS: Mapping[str, str] = {
    FITS: "as `scrubjay init` saw it, and git tracks nothing there",
    "written": "with files that were written since `scrubjay init`, by an installer or by git",
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
