"""Backup of a whole home in one file: create, check, restore."""

from scrubjay.backup.archive import check
from scrubjay.backup.create import create
from scrubjay.backup.manifest import Entry, Manifest
from scrubjay.backup.restore import Restored, restore, unpack

__all__ = ["Entry", "Manifest", "Restored", "check", "create", "restore", "unpack"]
