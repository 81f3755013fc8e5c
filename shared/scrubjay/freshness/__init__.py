"""Is the ground of a memory still there? Its evidence, checked again at the commit that is read, and its grade."""

from scrubjay.freshness.grades import Graded, Grades, graded
from scrubjay.freshness.grounds import Ground, Standing
from scrubjay.freshness.service import Freshness, Moved, says

__all__ = ["Freshness", "Graded", "Grades", "Ground", "Moved", "Standing", "graded", "says"]
