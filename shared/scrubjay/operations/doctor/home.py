"""Checks of the home: owner, mode, free space, file system."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from scrubjay.identity.audit.trusted import untold_trust
from scrubjay.identity.projects.rebuild import orphan_of, orphans
from scrubjay.model.check import Check
from scrubjay.settings.layers import USER_FILE, load_settings
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
