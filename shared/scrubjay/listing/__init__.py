"""Lists of memories, filtered by their kind and state, each with its grade."""

from scrubjay.listing.filters import Filters, Sort, State
from scrubjay.listing.render import as_object, line, rest
from scrubjay.listing.service import Listed, Listing, listed

__all__ = ["Filters", "Listed", "Listing", "Sort", "State", "as_object", "line", "listed", "rest"]
