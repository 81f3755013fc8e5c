"""Clients' JSON files: whatever is in one, the error names the file and whose it is."""

from pathlib import Path

import pytest

from scrubjay.errors import ConfigError
from scrubjay.integrations.edits import json_splice as splice
from scrubjay.integrations.edits.jsonc import explain_errors, read_object, read_text

FILE = Path("settings.json")
BROKEN = ["", "{", "[]", '{"hooks": 1} x', "nul", "[" * 100_000]


@pytest.mark.parametrize("text", BROKEN)
@pytest.mark.parametrize("client", ["Claude Code", "Cursor"])
def test_what_is_no_json_is_told_of_its_own_client(client: str, text: str) -> None:
    with pytest.raises(ConfigError) as raised, explain_errors(FILE, client, "Repair it."):
        splice.put(text, ("hooks", "event"), {})
    message = str(raised.value)
    assert message.startswith(f"{FILE} is not the JSON that {client} writes (")
    assert message.endswith("so scrubjay leaves it alone. Repair it.")
    assert [name for name in ("Claude Code", "Cursor") if name in message] == [client]


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_read_for_information_is_empty_where_it_is_no_object(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert read_object(tmp_path / FILE) == {}
    assert read_object(tmp_path / "missing.json") == {}


def test_a_file_that_is_no_text_is_left_alone() -> None:
    with pytest.raises(ConfigError, match="is not UTF-8, so scrubjay leaves it alone"):
        read_text(FILE, b"\xff")
