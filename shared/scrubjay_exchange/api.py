"""What the extension offers to stores: how another program's words are read as kinds and tags, and older exports."""

from scrubjay_exchange.importing.mapping import kind_of, tags_of
from scrubjay_exchange.importing.version_2 import of_version_2

__all__ = ["kind_of", "of_version_2", "tags_of"]
