"""Without the extras every other command works, and theirs say the line that installs them.

Starlette, uvicorn and cryptography are there all the same: they come with the MCP SDK.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scrubjay.cli.offered import EXTRAS, missing_extra
from tests.conftest import Repo

pytestmark = pytest.mark.story

HIDDEN = """
import sys
sys.modules.update(dict.fromkeys(("jinja2", "markupsafe", "plotext", "pyrage")))
"""
RUN = f"{HIDDEN}from scrubjay.cli.main import main\nsys.exit(main(sys.argv[1:], wake=lambda: None))"
REST = f"""{HIDDEN}
import scrubjay_session.server, scrubjay_knowledge.server, scrubjay.operations.jobs.worker
from scrubjay.cli.main import main
for line in ("search parcels", "memories", "status", "verify", "report --json", "sync status", "doctor --quick", "rot"):
    assert main(line.split(), wake=lambda: None) in (0, 1), line
"""


def bare(repo: Repo, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the command line as if the extras weren't installed."""
    return subprocess.run(
        [sys.executable, "-c", RUN, *arguments], cwd=repo.path, env=repo.environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("ui",), "ui"),
        (("report", "--html", "-"), "ui"),
        (("sync", "/remote"), "sync"),
        (("sync", "key"), "sync"),
    ],
)
def test_a_command_without_its_extra_says_the_line_that_installs_it(
    ready: Any, repo: Repo, words: tuple[str, ...], extra: str
) -> None:
    done = bare(repo, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"`pip install '.[{extra}]'` in the clone of scrubjay" in done.stderr


def test_everything_else_works_without_them(ready: Any, repo: Repo) -> None:
    done = subprocess.run(
        [sys.executable, "-c", REST], cwd=repo.path, env=repo.environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "pip install" not in done.stdout + done.stderr


@pytest.mark.parametrize("extra", EXTRAS)
def test_only_what_is_missing_is_named(extra: str) -> None:
    first, *rest = EXTRAS[extra]
    assert missing_extra(extra, {first: Path}.get) == (
        f"{', '.join(rest)} not installed: `pip install '.[{extra}]'` in the clone of scrubjay."
    )
    assert missing_extra(extra) == ""
