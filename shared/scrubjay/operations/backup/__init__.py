"""Backup of a whole home in one file: create, check, restore."""

from scrubjay.operations.backup.archive import check
from scrubjay.operations.backup.create import create
from scrubjay.operations.backup.manifest import Entry, Manifest
from scrubjay.operations.backup.restore import Restored, restore, unpack

__all__ = ["Entry", "Manifest", "Restored", "check", "create", "restore", "unpack"]
