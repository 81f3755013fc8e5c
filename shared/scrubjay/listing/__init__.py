"""Lists of memories, filtered by their kind and state, each with its grade."""

from scrubjay.listing.filters import Filters, Sort, State
from scrubjay.listing.memory_list import Listed, Listing, listed
from scrubjay.listing.render import as_object, line, rest

__all__ = ["Filters", "Listed", "Listing", "Sort", "State", "as_object", "line", "listed", "rest"]
