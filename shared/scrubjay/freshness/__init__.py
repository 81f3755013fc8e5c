"""Freshness of memories: their evidence, re-checked at the commit that is read, and the resulting grade."""

from scrubjay.freshness.freshness import Freshness, Moved, says
from scrubjay.freshness.graded import Graded, graded
from scrubjay.freshness.grades import Grades
from scrubjay.freshness.grounds import Ground, GroundsStanding

__all__ = ["Freshness", "Graded", "Grades", "Ground", "GroundsStanding", "Moved", "graded", "says"]
