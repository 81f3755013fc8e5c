"""Files of vectors: what was written is read, and of anything else nothing."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.index.codes import quantise
from scrubjay.model.frozen import replace
from scrubjay.model.given import PassageKey, passage_hash
from scrubjay_exchange.vectors.errors import VectorFileRefused
from scrubjay_exchange.vectors.format import HASH, LENGTH, digest, packed, whole
from scrubjay_exchange.vectors.signing import SshKeygen, as_line
from scrubjay_exchange.vectors.source import read_vectors
from tests.shared.scrubjay_exchange.vectors.conftest import EMBEDDER, TEXTS, Written, made

FINGERPRINT = EMBEDDER.fingerprint


def key(text: str) -> PassageKey:
    return PassageKey("b" * 40, passage_hash(text))


def test_what_was_written_is_given_again(written: Written) -> None:
    source = read_vectors(written())
    assert source.objection(FINGERPRINT) == ""
    given = source.vectors(FINGERPRINT, [key("another text"), key(TEXTS[2]), key(TEXTS[0])])
    expected = EMBEDDER.embed_passages([TEXTS[2], TEXTS[0]])
    assert given.places == (1, 2)
    assert given.codes == quantise(expected.vectors).tobytes()
    assert given.states == expected.states
    assert not source.has(passage_hash("another text"))
    source.close()


@settings(max_examples=60, deadline=None)
@given(
    texts=st.lists(st.text(min_size=1), min_size=1, max_size=12, unique=True), wanted=st.lists(st.text(), max_size=5)
)
def test_any_texts_come_back_and_no_other(
    ssh: SshKeygen, keys: dict[str, Path], tmp_path_factory: pytest.TempPathFactory, texts: list[str],
    wanted: list[str],
) -> None:  # fmt: skip
    header, numbers = made(texts)
    file = tmp_path_factory.mktemp("any") / "any.vectors"
    file.write_bytes(whole(header, as_line(ssh.sign(header.signed(), keys["ed25519"]).blob), numbers))
    source = read_vectors(file)
    asked = [*wanted, *texts]
    given = source.vectors(FINGERPRINT, [key(text) for text in asked])
    assert [asked[place] for place in given.places] == [text for text in asked if text in texts]
    assert given.codes == quantise(EMBEDDER.embed_passages([asked[place] for place in given.places]).vectors).tobytes()
    source.close()


@pytest.fixture(scope="session")
def sound(ssh: SshKeygen, keys: dict[str, Path]) -> bytes:
    """The bytes of a sound file."""
    header, numbers = made()
    return whole(header, as_line(ssh.sign(header.signed(), keys["ed25519"]).blob), numbers)


def refused(ssh: SshKeygen, folder: Path, data: bytes) -> None:
    """Check that neither the form nor the signature of some bytes passes."""
    file = folder / "changed.vectors"
    file.write_bytes(data)
    with pytest.raises(VectorFileRefused):
        verified(ssh, file)


def verified(ssh: SshKeygen, file: Path) -> None:
    """Read a file, and verify its signature."""
    source = read_vectors(file)
    ssh.verify(source.header.signed(), source.signature)


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_any_byte_that_is_flipped_is_refused(
    ssh: SshKeygen, sound: bytes, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    text = len(sound) - len(made()[1])
    place = data.draw(st.one_of(st.integers(0, text - 1), st.integers(0, len(sound) - 1)))
    changed = bytearray(sound)
    changed[place] ^= data.draw(st.integers(1, 255))
    refused(ssh, tmp_path_factory.getbasetemp(), bytes(changed))


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_any_cut_and_any_addition_is_refused(
    ssh: SshKeygen, sound: bytes, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    cut = sound[: data.draw(st.integers(0, len(sound) - 1))]
    refused(ssh, tmp_path_factory.getbasetemp(), cut)
    refused(ssh, tmp_path_factory.getbasetemp(), sound + data.draw(st.binary(min_size=1, max_size=50)))


def test_a_signature_of_another_file_is_refused(ssh: SshKeygen, written: Written, sound: bytes, tmp_path: Path) -> None:
    other = written(TEXTS[:2]).read_bytes()
    mixed = b"\n".join([*sound.split(b"\n", 2)[:2], other.split(b"\n", 3)[2], sound.split(b"\n", 3)[3]])
    refused(ssh, tmp_path, mixed)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"passages": 0}, "header"), ({"passages": 10**9}, "header"), ({"dim": 0}, "header"),
        ({"states": -1}, "header"),
        ({"states": 1_000_000_000}, "says too much"), ({"dim": True}, "header"), ({"maker": 7}, "header"),
        ({"project": "x" * 201}, "header"), ({"passages": 2}, "cut or changed"), ({"dim": 383}, "cut or changed"),
    ],
)  # fmt: skip
def test_a_signed_header_that_says_other_numbers_is_refused(
    written: Written, other: dict[str, object], words: str
) -> None:
    with pytest.raises(VectorFileRefused, match=words):
        read_vectors(written(**other))


def swapped(numbers: bytes) -> bytes:
    return numbers[HASH : 2 * HASH] + numbers[:HASH] + numbers[2 * HASH :]


def doubled(numbers: bytes) -> bytes:
    return numbers[HASH : 2 * HASH] + numbers[HASH:]


def longer(numbers: bytes) -> bytes:
    start = 3 * (HASH + 384)
    return numbers[:start] + (2**31).to_bytes(LENGTH, "little") + numbers[start + LENGTH :]


@pytest.mark.parametrize("spoil", [swapped, doubled, longer])
def test_signed_numbers_that_are_in_no_order_are_refused(written: Written, spoil: object) -> None:
    numbers = spoil(made()[1])  # type: ignore[operator]
    with pytest.raises(VectorFileRefused, match="form that its header says"):
        read_vectors(written(numbers=numbers, sha256=digest(numbers)))


def test_vectors_of_another_model_or_scale_are_objected_to(written: Written) -> None:
    other = replace(FINGERPRINT, weights="others")
    assert "another model (hashing)" in read_vectors(written()).objection(other)
    numbers = packed({bytes(32): (b"\x01" * 384, b"")})
    source = read_vectors(written(TEXTS[:1], numbers=numbers, sha256=digest(numbers), states=0))
    assert "another scale" in source.objection(FINGERPRINT)


def test_a_newer_format_and_what_is_no_file_of_vectors_are_told_apart(tmp_path: Path, sound: bytes) -> None:
    file = tmp_path / "file"
    for data, words in (
        (sound.replace(b"vectors 1\n", b"vectors 2\n", 1), "another format"), (b"PK\x03\x04" + bytes(9), "no file of"),
        (b"", "no file of"), (b"scrubjay-vectors 1\n" + b"{" * 100_000, "header"),
    ):  # fmt: skip
        file.write_bytes(data)
        with pytest.raises(VectorFileRefused, match=words):
            read_vectors(file)


def test_links_folders_and_pipes_are_refused_without_waiting(written: Written, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(written())
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "pipe", ".", "none"):
        with pytest.raises(VectorFileRefused, match="no link is followed"):
            read_vectors(tmp_path / name)


def test_what_happens_to_the_file_later_changes_nothing(written: Written) -> None:
    file = written()
    source = read_vectors(file)
    before = source.vectors(FINGERPRINT, [key(text) for text in TEXTS])
    with file.open("r+b") as stream:
        stream.truncate(10)
    assert source.vectors(FINGERPRINT, [key(text) for text in TEXTS]) == before
