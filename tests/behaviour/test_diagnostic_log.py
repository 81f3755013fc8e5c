"""SCRUBJAY_LOG and --verbose: every process tells what it did and how long it took, and none tells a secret."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests import forked
from tests.behaviour.processes import client_hook, command, hook_heard, quiet, scrubjay
from tests.conftest import Repo
from tests.patience import PATIENCE_S

TOKEN = "ghp_" + "Zx81" * 9
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


@pytest.fixture
def debugged(shop: Repo) -> Repo:
    """The shop, in an environment that asks for everything."""
    shop.environment = shop.environment | {"SCRUBJAY_LOG": "debug"}
    return shop


def log_of(at: Repo) -> str:
    file = Path(at.environment["SCRUBJAY_HOME"]) / "logs/scrubjay.log"
    return file.read_text(encoding="utf-8") if file.exists() else ""


def asked(at: Repo, module: str, *calls: dict[str, Any]) -> "subprocess.CompletedProcess[str]":
    """A server's life on plain stdio: these calls, one after the other, then the end of its input."""
    messages: list[dict[str, Any]] = [
        {"id": 0, "method": "initialize", "params": HELLO},
        {"method": "notifications/initialized"},
        *({"id": number, "method": "tools/call", "params": call} for number, call in enumerate(calls, 1)),
    ]
    lines = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
    return subprocess.run(
        forked.words(module), cwd=at.path, env=at.environment, input=lines, capture_output=True, text=True,
        timeout=PATIENCE_S, check=True,
    )  # fmt: skip


def test_a_server_that_logs_everything_speaks_clean_json_rpc_and_logs_no_secret(debugged: Repo) -> None:
    search = {"name": "search_knowledge", "arguments": {"query": f"Parcels {TOKEN}"}}
    missing = {"name": "get_document", "arguments": {"path": "docs/none.md"}}
    done = asked(debugged, "scrubjay_knowledge", search, missing)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(answer["jsonrpc"] == "2.0" for answer in answers)
    assert sorted(answer["id"] for answer in answers) == [0, 1, 2]
    log = log_of(debugged)
    assert "DEBUG scrubjay.search.recall.recall search 'Parcels [redacted" in log
    assert "DEBUG scrubjay_serving.server tool search_knowledge: " in log
    assert "tool get_document: " in log
    assert "DEBUG scrubjay.git.output git " in log
    assert TOKEN not in log + done.stderr
    assert "DEBUG" not in done.stderr


def test_a_wrong_level_is_told_and_the_server_serves(shop: Repo) -> None:
    shop.environment = shop.environment | {"SCRUBJAY_LOG": "loud"}
    done = asked(shop, "scrubjay_session", {"name": "get_repository_state", "arguments": {}})
    assert len(done.stdout.splitlines()) == 2
    assert "SCRUBJAY_LOG is 'loud'" in done.stderr
    assert "SCRUBJAY_LOG is 'loud'" in command(shop, "status").stderr


def test_hooks_and_the_worker_log_what_a_commit_led_to(debugged: Repo) -> None:
    debugged.commit("second", {"docs/more.md": f"# More\n\nParcels {TOKEN}\n"})
    hook_heard(debugged)
    quiet(debugged)
    assert client_hook(debugged, "SessionStart").returncode == 0
    log = log_of(debugged)
    assert "scrubjay.integrations.git_hooks.event git hook post-commit: " in log
    assert "scrubjay.operations.jobs.runner job ingest for " in log
    assert "scrubjay.operations.jobs.runner step " in log
    assert "scrubjay.integrations.client_hooks.event event SessionStart" in log
    assert TOKEN not in log


def test_verbose_prints_the_log_to_stderr_and_the_answer_to_stdout(shop: Repo) -> None:
    for words in (("--verbose", "search"), ("search", "--verbose")):
        done = command(shop, *words, "--json", f"Parcels {TOKEN}")
        assert json.loads(done.stdout)["results"]
        assert "DEBUG scrubjay.search.recall.recall search 'Parcels [redacted" in done.stderr
        assert TOKEN not in done.stderr
    assert log_of(shop) == ""


def test_an_unexpected_error_shows_its_traceback_only_when_asked(shop: Repo, tmp_path: Path) -> None:
    plain = command(shop, "verify", "--repo", str(tmp_path / "none"))
    verbose = command(shop, "verify", "--repo", str(tmp_path / "none"), "--verbose")
    assert "Traceback" not in plain.stderr
    assert "Traceback" in verbose.stderr
    assert (plain.returncode, verbose.returncode) == (3, 3)


def test_off_is_off(shop: Repo) -> None:
    assert command(shop, "search", "Parcels").stderr == ""
    asked(shop, "scrubjay_knowledge", {"name": "search_knowledge", "arguments": {"query": "Parcels"}})
    assert not (Path(shop.environment["SCRUBJAY_HOME"]) / "logs").exists()
    assert "databases" in scrubjay(shop, "status")
