"""`scrubjay embed --export` in CI, and `--import` or `init --vectors` elsewhere: real keys, the real model."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scrubjay.identity.person.facts import ProcessFacts
from scrubjay_exchange.vectors.format import HASH, digest, whole
from scrubjay_exchange.vectors.signing import SshKeygen, as_line
from scrubjay_exchange.vectors.source import read_vectors
from tests import persons
from tests.shared.cli.conftest import DOCUMENTS, Scrubjay
from tests.shared.cli.test_json import documented
from tests.trusting import trust_scripts

pytestmark = [
    pytest.mark.story,
    pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="ssh-keygen isn't installed"),
]
AGENT = ProcessFacts(True, True, frozenset(), (("bash",), ("claude",), ("zsh",)), "/dev/pts/1")
Move = Callable[[str], Path]


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """The SSH key of a CI."""
    file = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "ci@acme", "-f", str(file)], check=True)
    return file


@pytest.fixture
def file(ready: Scrubjay, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What CI exported of the repository."""
    monkeypatch.setenv("SCRUBJAY_EMBEDDING_PROVIDER", "onnx")
    assert ready("remember", "Parcels of Anna wait in the cellar.").code == 0
    assert ready("embed").code == 0
    made = ready("embed", "--export", str(tmp_path / "shop.vectors"), "--key", str(key))
    assert made.code == 0, made.err
    assert "signed by ci@acme, key SHA256:" in made.out
    return tmp_path / "shop.vectors"


@pytest.fixture
def move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Move:
    """From here on another machine: a home of its own, without a project."""

    def to(name: str) -> Path:
        home = tmp_path / name
        home.mkdir(mode=0o700)
        monkeypatch.setenv("SCRUBJAY_HOME", str(home))
        return home

    return to


def know(home: Path, key: Path) -> None:
    """Let a home take what a key signed, as its owner wrote it down."""
    (home / "allowed_signers").write_text(f"ci@acme {key.with_suffix('.pub').read_text()}")
    (home / "allowed_signers").chmod(0o600)


def stored() -> dict[tuple[str, int], tuple[bytes, bytes]]:
    """The vectors and token states of documents in the present home, each by its blob and place."""
    (database,) = Path(os.environ["SCRUBJAY_HOME"]).glob("projects/*/knowledge.db")
    sql = (
        "SELECT c.blob, p.ordinal, e.vector, t.states FROM embedding AS e JOIN passage AS p ON p.id = e.passage_id "
        "JOIN content AS c ON c.id = p.content_id JOIN token_states AS t ON t.passage_id = p.id "
        "WHERE c.format = 'markdown'"
    )
    with sqlite3.connect(database) as connection:
        found = {(blob, place): (vector, states) for blob, place, vector, states in connection.execute(sql)}
    connection.close()
    return found


def given(run: Scrubjay) -> list[dict[str, Any]]:
    """Who gave how many vectors."""
    said = json.loads(run("embed", "--status", "--json").out)
    assert set(said) == {key.removesuffix("[]") for key in documented("embed --status")}
    found = said["given"]
    assert isinstance(found, list)
    return found


def test_a_person_agrees_once_to_who_signed_and_nobody_else_may(
    ready: Scrubjay, file: Path, move: Move, tmp_path: Path
) -> None:
    own = stored()
    home = move("second")
    assert ready("init", "--yes").code == 0
    ready.facts = AGENT
    by_agent = ready("embed", "--import", str(file))
    ready.facts = ProcessFacts()
    trust_scripts(home)
    by_trusted_script = ready("embed", "--import", str(file))
    for done in (by_agent, by_trusted_script):
        assert done.code == 2
        assert "Only a person may take vectors of a signer that is new here" in done.err
    said_no = persons.scrubjay(ready.folder, os.environ, "embed", "--import", str(file), keys=[("[y/n]", "n")])
    assert said_no.code == 1
    assert "signed by ci@acme, key SHA256:" in said_no.said
    assert (given(ready), (home / "allowed_signers").exists()) == ([], False)
    agreed = persons.scrubjay(ready.folder, os.environ, "embed", "--import", str(file), keys=[("[y/n]", "y")])
    assert agreed.code == 0, agreed.said
    assert stored() == own
    (one,) = given(ready)
    assert one["by"].startswith("ci@acme, key SHA256:")
    assert one["vectors"] == len(own) > 2
    assert f"{len(own)} vectors of ci@acme, key SHA256:" in ready("embed", "--status").out
    assert f"{len(own)} vectors of ci@acme, key SHA256:" in ready("status").out
    again = ready("embed", "--import", str(file))
    assert (again.code, again.out.startswith("nothing that isn't here already taken")) == (0, True), again.err
    assert given(ready) == [one]
    left_out = ready("embed", "--export", str(tmp_path / "mine"), "--key", str(own_key(tmp_path)))
    assert (left_out.code, "no vector of a document at HEAD" in left_out.err) == (2, True)


def own_key(folder: Path) -> Path:
    """Another key, whose owner computed nothing."""
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / "other")], check=True)
    return folder / "other"


def test_nothing_but_hashes_and_numbers_of_documents_leaves(file: Path) -> None:
    text = file.read_bytes()
    source = read_vectors(file)
    assert source.header.passages == len(stored())
    assert not any(word in text for word in (b"Parcels", b"Anna", b"README", b"Postgres"))
    source.close()


def test_init_takes_a_file_of_a_signer_that_is_known(ready: Scrubjay, file: Path, key: Path, move: Move) -> None:
    own = stored()
    home = move("second")
    refused = ready("init", "--yes", "--vectors", str(file))
    assert (refused.code, "Only a person may take vectors" in refused.err) == (2, True)
    assert not list(home.glob("projects/*/knowledge.db"))
    know(home, key)
    shown = ready("init", "--dry-run", "--vectors", str(file))
    assert (shown.code, f"vectors: take {file}: {len(own)} vectors of " in shown.out) == (0, True), shown.err
    done = ready("init", "--yes", "--vectors", str(file))
    assert (done.code, f"{len(own)} vectors taken from {file}, signed by ci@acme" in done.out) == (0, True), done.err
    assert stored() == own


def resigned(file: Path, key: Path, **other: Any) -> None:
    """Sign a file anew, with the vectors of two passages in each other's place, or other words in its header."""
    source = read_vectors(file)
    numbers = bytearray(file.read_bytes()[-source.header.size :])
    if not other:
        first = source.header.passages * HASH
        rows = [numbers[first + n * 384 : first + (n + 1) * 384] for n in range(source.header.passages)]
        numbers[first : first + len(rows) * 384] = b"".join([*rows[1:], rows[0]])
    header = replace(source.header, **{"sha256": digest(bytes(numbers)), **other})
    signature = SshKeygen(os.environ).sign(header.signed(), key)
    file.write_bytes(whole(header, as_line(signature.blob), bytes(numbers)))
    source.close()


def test_nothing_of_a_signer_stays_whose_vectors_are_not_the_model_s(
    ready: Scrubjay, by_hand: Scrubjay, file: Path, key: Path, move: Move
) -> None:
    know(move("second"), key)
    assert ready("init", "--yes").code == 0
    resigned(file, key)
    done = ready("embed", "--import", str(file))
    assert done.code == 1
    assert "was kept: ci@acme, key SHA256:" in done.err
    assert "gave a vector whose cosine to this machine's own is" in done.err
    assert given(ready) == []
    again = ready("embed", "--import", str(file))
    assert (again.code, "isn't taken, and nothing was changed" in again.err) == (1, True)
    assert "`scrubjay embed --ask-again` takes vectors of this signer again" in again.err


def test_a_file_of_another_model_and_one_of_another_project_change_nothing(
    ready: Scrubjay, file: Path, key: Path, move: Move, magpie: Any
) -> None:
    know(move("second"), key)
    magpie.commit("all other words", dict.fromkeys(DOCUMENTS, "# Quite another text\n\nOf another day.\n"))
    assert ready("init", "--yes").code == 0
    foreign = ready("embed", "--import", str(file))
    assert (foreign.code, "none of it is of a document here" in foreign.err) == (1, True), foreign.err
    elsewhere = ready("init", "--yes", "--vectors", str(file))
    assert (elsewhere.code, "all else is set up" in elsewhere.err) == (1, True)
    resigned(file, key, fingerprint="0" * 16, model="another-model")
    other = ready("embed", "--import", str(file))
    assert (other.code, "those of another model (another-model)" in other.err) == (1, True), other.err
    file.write_bytes(file.read_bytes()[:-1])
    cut = ready("embed", "--import", str(file))
    assert (cut.code, "It was cut or changed" in cut.err) == (1, True), cut.err
    assert given(ready) == []


def test_what_does_not_go_together_is_refused(ready: Scrubjay, tmp_path: Path) -> None:
    for words in (("--export", "x"), ("--key", "x"), ("--export", "x", "--key", "x", "--import", "y")):
        assert ready("embed", *words).code == 2
    off = ready("embed", "--import", "none")
    assert (off.code, "isn't taken, and nothing was changed. It isn't there" in off.err) == (1, True), off.err


def test_nothing_of_it_is_loaded_before_a_file_is_named() -> None:
    look = (
        "import sys, scrubjay.cli.care.embed, scrubjay.cli.setup.init; "
        "print([name for name in sys.modules if name.startswith('scrubjay_exchange')])"
    )
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_extension_that_is_off_is_named(ready: Scrubjay) -> None:
    (Path(os.environ["SCRUBJAY_HOME"]) / "config.yaml").write_text("extensions:\n  exchange: off\n")
    done = ready("embed", "--import", "none")
    assert (done.code, "`scrubjay extensions enable exchange`" in done.err) == (2, True), done.err
