"""Whatever stands on stdin is either a message or nothing."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.integrations.client_hooks.message import MAX_BYTES, HookOrigin, Message, parse, read_bounded

START = {"hook_event_name": "SessionStart", "session_id": "s1", "cwd": "/r", "source": "startup"}


def test_a_message_is_its_event_session_folder_and_source() -> None:
    origin = HookOrigin("claude_code", "SessionStart")
    expected = Message(event="SessionStart", session="s1", folder=Path("/r"), source="startup", origin=origin)
    assert parse(json.dumps(START).encode()) == expected


def test_a_moved_session_is_where_it_moved_to() -> None:
    said = {"hook_event_name": "CwdChanged", "session_id": "s1", "cwd": "/r", "old_cwd": "/r", "new_cwd": "/w"}
    message = parse(json.dumps(said).encode())
    assert message is not None
    assert message.folder == Path("/w")


def test_the_clients_folder_stands_in_for_one_that_is_not_told() -> None:
    said = {key: value for key, value in START.items() if key != "cwd"}
    message = parse(json.dumps(said).encode(), {"CLAUDE_PROJECT_DIR": "/project"})
    assert message is not None
    assert message.folder == Path("/project")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        json.dumps(START | {"session_id": ""}).encode(),
        json.dumps(START | {"session_id": "x" * 300}).encode(),
        json.dumps(START | {"session_id": "a\x1b[31m"}).encode(),
        json.dumps(START | {"session_id": ["s"]}).encode(),
        json.dumps(START | {"cwd": "relative"}).encode(),
        json.dumps(START | {"cwd": "/a\x00b"}).encode(),
        json.dumps(START | {"cwd": "/" + "x" * 5000}).encode(),
        json.dumps(START)[:-5].encode(),
        json.dumps(START | {"more": "x" * MAX_BYTES}).encode(),
    ],
)
def test_what_is_no_message_is_nothing(data: bytes) -> None:
    assert parse(data) is None


def test_an_unknown_source_is_left_out() -> None:
    message = parse(json.dumps(START | {"source": "other"}).encode())
    assert message is not None
    assert message.source == ""


def test_no_more_than_the_limit_is_read(tmp_path: Path) -> None:
    (tmp_path / "said").write_bytes(b"x" * (MAX_BYTES * 3))
    with (tmp_path / "said").open("rb") as file:
        assert len(read_bounded(file.fileno())) == MAX_BYTES + 1
        assert os.read(file.fileno(), 1) == b""


def test_an_end_that_stays_open_is_not_waited_for() -> None:
    ours, theirs = os.pipe()
    os.write(theirs, b"{}")
    assert read_bounded(ours, patience_s=0.0) == b"{}"
    assert read_bounded(ours, patience_s=0.0) == b""
    os.close(ours), os.close(theirs)


@given(st.binary(max_size=300))
@settings(max_examples=100, derandomize=True, deadline=None)
def test_no_bytes_raise(data: bytes) -> None:
    parse(data)
