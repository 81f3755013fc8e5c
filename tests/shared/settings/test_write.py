"""A setting goes into the user's file without touching the rest of it."""

from pathlib import Path

import pytest

from scrubjay.errors import ConfigError
from scrubjay.settings.write import set_setting

HERE = ("projects", "ab12", "ingestion", "code")
INDEX = ("conversations", "index")


@pytest.mark.parametrize(
    ("key", "value", "before", "after"),
    [
        (INDEX, "true", "", "conversations:\n  index: true\n"),
        (INDEX, "true", "user: {id: ada}", "user: {id: ada}\nconversations:\n  index: true\n"),
        (INDEX, "true", "conversations:\n    retention_days: 30\n",
         "conversations:\n    index: true\n    retention_days: 30\n"),
        (INDEX, "true", "conversations: # mine\n  # days\n  retention_days: 30\nuser: {id: a}\n",
         "conversations: # mine\n  index: true\n  # days\n  retention_days: 30\nuser: {id: a}\n"),
        (INDEX, "true", "conversations:\n  index: false # no\n", "conversations:\n  index: true # no\n"),
        (INDEX, "true", "conversations:\n  # later\n", "conversations:\n  index: true\n  # later\n"),
        (HERE, "auto", "# mine\n", "# mine\nprojects:\n  ab12:\n    ingestion:\n      code: auto\n"),
        (HERE, "auto", "projects:\n  cd34: {}\n# end\n",
         "projects:\n  ab12:\n    ingestion:\n      code: auto\n  cd34: {}\n# end\n"),
        (HERE, "auto",
         "projects:\n  ab12:\n    ingestion:\n      code:\n        - go\n        - python\nuser: {id: a} # me\n",
         "projects:\n  ab12:\n    ingestion:\n      code:\n        auto\nuser: {id: a} # me\n"),
        (HERE, "[go]", "projects:\n  ab12:\n    ingestion:\n      code: [python] # why\n",
         "projects:\n  ab12:\n    ingestion:\n      code: [go] # why\n"),
    ],
)  # fmt: skip
def test_one_key_is_set(tmp_path: Path, key: tuple[str, ...], value: str, before: str, after: str) -> None:
    file = tmp_path / "config.yaml"
    file.write_text(before)
    set_setting(file, key, value)
    assert file.read_text() == after
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "before",
    [
        "conversations: {retention_days: 30}\n",
        "conversations:\n  index:\n    - a\n    # why\n    - b\n",
    ],
)
def test_a_file_written_otherwise_is_left_alone_and_the_line_is_told(tmp_path: Path, before: str) -> None:
    file = tmp_path / "config.yaml"
    file.write_text(before)
    with pytest.raises(ConfigError, match="Add by hand"):
        set_setting(file, INDEX, "true")
    assert file.read_text() == before


def test_a_wrong_value_changes_nothing(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="true or false"):
        set_setting(tmp_path / "config.yaml", INDEX, "perhaps")
    assert not (tmp_path / "config.yaml").exists()


def test_a_link_to_the_file_stays_one(tmp_path: Path) -> None:
    kept, link = tmp_path / "dotfiles.yaml", tmp_path / "config.yaml"
    kept.write_text("# mine\n", encoding="utf-8")
    link.symlink_to(kept)
    set_setting(link, INDEX, "true")
    assert link.is_symlink()
    assert "index: true" in kept.read_text(encoding="utf-8")
