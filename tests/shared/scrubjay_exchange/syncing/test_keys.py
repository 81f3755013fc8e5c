"""The sync key: moved as a text, kept for its owner alone, under a passphrase where that is wanted."""

import stat
from pathlib import Path

import pytest

from scrubjay.errors import NoSyncKey, SegmentRefused, UsageError, WrongSyncKey
from scrubjay_exchange.syncing.key_file import KeyFile
from scrubjay_exchange.syncing.keys import new_key, read_key
from scrubjay_exchange.syncing.remote import SegmentHeader
from scrubjay_exchange.syncing.segment import seal, unseal

HEADER = SegmentHeader(
    machine="desk", generation=1, sequence=1, previous="", at="2026-03-01T12:00:00Z", seen={"desk": 0}
)


def never() -> str:
    raise AssertionError("no passphrase is needed")


def test_a_key_is_the_same_after_it_was_moved_as_a_text() -> None:
    key = new_key()
    assert read_key(f"some words\n{key.text()}\n") == key
    assert read_key(key.text()).fingerprint == key.fingerprint
    assert key.identity not in repr(key)
    assert new_key().fingerprint != key.fingerprint


@pytest.mark.parametrize("text", ["", "AGE-SECRET-KEY-1" + "Q" * 58, "SCRUBJAY-SIGN-" + "0" * 64])
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(WrongSyncKey):
        read_key(text)
    with pytest.raises(WrongSyncKey):
        read_key(f"AGE-SECRET-KEY-1{'Q' * 58}\nSCRUBJAY-SIGN-{'0' * 64}")


def test_a_key_is_kept_for_its_owner_alone_and_never_replaced_by_chance(tmp_path: Path) -> None:
    file, key = KeyFile(tmp_path, never), new_key()
    with pytest.raises(NoSyncKey):
        file.read()
    file.write(key)
    assert file.read() == key
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.path.parent.stat().st_mode) == 0o700
    file.write(key)
    with pytest.raises(UsageError, match="another sync key"):
        file.write(new_key())
    file.path.write_bytes(b"\xff")
    with pytest.raises(WrongSyncKey):
        file.read()


@pytest.mark.optin
def test_a_passphrase_locks_the_key(tmp_path: Path) -> None:
    key = new_key()
    KeyFile(tmp_path, never).write(key, "open sesame")
    assert key.identity.encode() not in (tmp_path / "sync" / "key").read_bytes()
    assert KeyFile(tmp_path, lambda: "open sesame").read() == key
    with pytest.raises(WrongSyncKey, match="passphrase"):
        KeyFile(tmp_path, lambda: "shut").read()


def test_a_segment_comes_back_as_it_was_and_says_nothing_to_others() -> None:
    key = new_key()
    data = seal(HEADER, [{"record": "zanzibar"}], key)
    segment = unseal(data, key)
    assert (segment.header, segment.memories) == (HEADER, ({"record": "zanzibar"},))
    assert b"zanzibar" not in data
    assert b"desk" not in data
    with pytest.raises(SegmentRefused, match="signed"):
        unseal(data, new_key())
    for place in range(0, len(data), 37):
        with pytest.raises(SegmentRefused):
            unseal(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :], key)
