"""SQLite access, in this package only: the driver, the files, their schema, transactions and locks."""

from scrubjay.storage.database import Database
from scrubjay.storage.driver import DRIVER, Connection, Row
from scrubjay.storage.queries import Queries, load
from scrubjay.storage.thread_snapshot import snapshots

__all__ = ["DRIVER", "Connection", "Database", "Queries", "Row", "load", "snapshots"]
