"""Freshness of memories: their evidence, re-checked at the commit that is read, and the resulting grade."""

from scrubjay.freshness.freshness import Freshness, MovedMemory, contains_quote
from scrubjay.freshness.graded import GradeResult, graded
from scrubjay.freshness.grades import Grades
from scrubjay.freshness.grounds import Ground, GroundsStanding

__all__ = ["Freshness", "GradeResult", "Grades", "Ground", "GroundsStanding", "MovedMemory", "contains_quote", "graded"]
