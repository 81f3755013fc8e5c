"""The only package that knows SQLite: the driver, the files, their schema and how writers take turns."""

from scrubjay.storage.database import Database
from scrubjay.storage.driver import DRIVER, Connection, Row
from scrubjay.storage.queries import Queries, load

__all__ = ["DRIVER", "Connection", "Database", "Queries", "Row", "load"]
