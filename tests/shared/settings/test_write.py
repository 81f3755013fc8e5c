"""An answer goes into the user's file without touching the rest of it."""

from pathlib import Path

import pytest

from scrubjay.errors import ConfigError
from scrubjay.settings.write import add_setting


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "conversations:\n  index: true\n"),
        ("user: {id: ada}", "user: {id: ada}\nconversations:\n  index: true\n"),
        ("conversations:\n    retention_days: 30\n", "conversations:\n    index: true\n    retention_days: 30\n"),
        ("conversations: # mine\n  # days\n  retention_days: 30\nuser: {id: a}\n",
         "conversations: # mine\n  index: true\n  # days\n  retention_days: 30\nuser: {id: a}\n"),
    ],
)  # fmt: skip
def test_one_line_is_added(tmp_path: Path, before: str, after: str) -> None:
    file = tmp_path / "config.yaml"
    file.write_text(before)
    add_setting(file, "conversations", "index", "true")
    assert file.read_text() == after
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_file_written_otherwise_is_left_alone_and_the_line_is_told(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    file.write_text("conversations: {retention_days: 30}\n")
    with pytest.raises(ConfigError, match="Add by hand"):
        add_setting(file, "conversations", "index", "true")
    assert file.read_text() == "conversations: {retention_days: 30}\n"


def test_a_link_to_the_file_stays_one(tmp_path: Path) -> None:
    kept, link = tmp_path / "dotfiles.yaml", tmp_path / "config.yaml"
    kept.write_text("# mine\n", encoding="utf-8")
    link.symlink_to(kept)
    add_setting(link, "conversations", "index", "true")
    assert link.is_symlink()
    assert "index: true" in kept.read_text(encoding="utf-8")
