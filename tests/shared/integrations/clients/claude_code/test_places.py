"""Claude Code's folder and the file beside it move together."""

from pathlib import Path

from scrubjay.integrations.clients.claude_code import CLAUDE_CODE, ClaudePlaces, claude_places
from scrubjay.integrations.edits import Receipt
from tests.shared.integrations.conftest import MakeSite


def test_a_variable_moves_both(tmp_path: Path) -> None:
    other = tmp_path / "other"
    assert claude_places(tmp_path, {}) == ClaudePlaces(tmp_path, tmp_path / ".claude")
    assert claude_places(tmp_path, {"CLAUDE_CONFIG_DIR": str(other)}) == ClaudePlaces(other, other)
    assert claude_places(tmp_path, {"CLAUDE_CONFIG_DIR": "other"}).root == tmp_path


def test_servers_are_registered_where_the_variable_says(
    site: MakeSite, account: Path, receipt: Receipt, tmp_path: Path
) -> None:
    moved = tmp_path / "moved"
    moved.mkdir()
    there = site(CLAUDE_CONFIG_DIR=str(moved))
    for part in CLAUDE_CODE.parts:
        CLAUDE_CODE.apply(there, receipt, part)
    assert "scrubjay_session" in (moved / ".claude.json").read_text()
    CLAUDE_CODE.take_back(there, receipt)
    assert [*moved.iterdir(), *account.iterdir()] == []
