"""Two repositories of one account are set up for Codex: its servers stay until the last one leaves."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.behaviour.processes import scrubjay
from tests.conftest import Repo

BEFORE = (None, "", "model = 'x' # mine\n")


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("first_out", [0, 1])
def test_the_last_repository_takes_the_servers_of_codex_out(
    make_repo: Callable[..., Repo], environment: dict[str, str], tmp_path: Path, before: str | None, first_out: int
) -> None:
    account = tmp_path / "account"
    account.mkdir()
    shutil.copy(Path(environment["HOME"]) / ".gitconfig", account)
    config = account / ".codex/config.toml"
    if before is not None:
        config.parent.mkdir()
        config.write_text(before, encoding="utf-8")
    repos = [make_repo("one"), make_repo("two")]
    for repo in repos:
        repo.environment = environment | {"HOME": str(account), "SCRUBJAY_EMBEDDING_PROVIDER": "none"}
        repo.commit("why", {"docs/why.md": f"# Why {repo.path.name}\n\nBecause.\n"})
        scrubjay(repo, "init", "--yes", "--client", "codex")
    registered = config.read_bytes()

    leaving, staying = repos[first_out], repos[1 - first_out]
    assert "kept for" in scrubjay(leaving, "uninstall", "--yes")
    assert config.read_bytes() == registered

    assert "kept for" not in scrubjay(staying, "uninstall", "--yes")
    assert (config.read_text(encoding="utf-8") if config.exists() else None) == before
    assert config.parent.exists() is (before is not None)
