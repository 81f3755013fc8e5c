"""How is a whole home kept in one file, checked, and brought back?"""

from scrubjay.backup.archive import check
from scrubjay.backup.create import create
from scrubjay.backup.manifest import Entry, Manifest
from scrubjay.backup.restore import Restored, restore, unpack

__all__ = ["Entry", "Manifest", "Restored", "check", "create", "restore", "unpack"]
