"""Freshness of memories: their evidence, re-checked at the commit that is read, and the resulting grade."""

from scrubjay.freshness.grades import Graded, Grades, graded
from scrubjay.freshness.grounds import Ground, Standing
from scrubjay.freshness.service import Freshness, Moved, says

__all__ = ["Freshness", "Graded", "Grades", "Ground", "Moved", "Standing", "graded", "says"]
