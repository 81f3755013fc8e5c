"""Which memories are there? Listed by what they are and how they stand, each with its grade."""

from scrubjay.listing.filters import Filters, Sort, State
from scrubjay.listing.render import as_object, line
from scrubjay.listing.service import Listed, listed

__all__ = ["Filters", "Listed", "Sort", "State", "as_object", "line", "listed"]
