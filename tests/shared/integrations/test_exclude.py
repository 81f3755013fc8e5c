"""An exclude file that leads out of the clone is left alone."""

from pathlib import Path

from scrubjay.git.process import GitEnvironment
from scrubjay.git.repository import open_repository
from scrubjay.integrations import exclude
from scrubjay.integrations.edits import Receipt
from tests.conftest import Repo


def test_a_linked_info_folder_is_named_and_never_written_through(repo: Repo, tmp_path: Path) -> None:
    (repo.path / ".git/info/exclude").write_text("*.tmp\n")
    (repo.path / ".git/info").rename(tmp_path / "elsewhere")
    (repo.path / ".git/info").symlink_to(tmp_path / "elsewhere")
    before = (tmp_path / "elsewhere/exclude").read_bytes()
    repository = open_repository(repo.path, GitEnvironment.of(repo.environment))
    assert "is a link" in exclude.unwritable_reason(repository)
    assert exclude.add_block(repository, (".claude/skills/session-init/",), Receipt.of(tmp_path)) == ()
    assert exclude.remove_block(repository, Receipt.of(tmp_path)) == ()
    assert (tmp_path / "elsewhere/exclude").read_bytes() == before
