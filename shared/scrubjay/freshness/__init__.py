"""Is the ground of a memory still there? Its citations, checked again at the commit that is read."""

from scrubjay.freshness.grounds import Ground, Standing
from scrubjay.freshness.service import Freshness, Moved, says

__all__ = ["Freshness", "Ground", "Moved", "Standing", "says"]
