"""Without the extras every other command works, and theirs say the line that installs them."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scrubjay.cli.extras import EXTRAS, lacking
from tests.conftest import Repo

HIDDEN = """
import sys
sys.modules.update(dict.fromkeys(("jinja2", "markupsafe", "plotext", "pyrage", "cryptography")))
"""
RUN = f"{HIDDEN}from scrubjay.cli.main import main\nsys.exit(main(sys.argv[1:], wake=lambda: None))"
SERVERS = f"{HIDDEN}import scrubjay_session.server, scrubjay_knowledge.server, scrubjay.jobs.worker"


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
    for words in (
        ("search", "parcels"), ("remember", "Magpies sort parcels."), ("memories",), ("status",), ("verify",),
        ("report", "--json"), ("sync", "status"), ("doctor", "--quick"), ("review", "list"), ("graph", "find", "*"),
    ):  # fmt: skip
        done = bare(repo, *words)
        assert done.returncode in (0, 1), (words, done.stderr)
        assert "pip install" not in done.stderr
        assert "Traceback" not in done.stderr
    servers = subprocess.run([sys.executable, "-c", SERVERS], capture_output=True, text=True, check=False)
    assert servers.returncode == 0, servers.stderr


@pytest.mark.parametrize("extra", EXTRAS)
def test_only_what_is_missing_is_named(extra: str) -> None:
    first, *rest = EXTRAS[extra]
    assert lacking(extra, {first: Path}.get) == (
        f"{', '.join(rest)} not installed: `pip install '.[{extra}]'` in the clone of scrubjay."
    )
    assert lacking(extra) == ""
