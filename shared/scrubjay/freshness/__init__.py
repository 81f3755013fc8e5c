"""Freshness of memories: their evidence, re-checked at the commit that is read, and the resulting grade."""

from typing import TYPE_CHECKING

from scrubjay.exporting import exported

if TYPE_CHECKING:
    from scrubjay.freshness.freshness import Freshness, MovedMemory, contains_quote
    from scrubjay.freshness.graded import GradeResult
    from scrubjay.freshness.grades import Grades
    from scrubjay.freshness.grounds import Ground, GroundsStanding

__all__ = ["Freshness", "GradeResult", "Grades", "Ground", "GroundsStanding", "MovedMemory", "contains_quote"]

__getattr__ = exported(
    __name__,
    {
        "Freshness": "scrubjay.freshness.freshness",
        "MovedMemory": "scrubjay.freshness.freshness",
        "contains_quote": "scrubjay.freshness.freshness",
        "GradeResult": "scrubjay.freshness.graded",
        "Grades": "scrubjay.freshness.grades",
        "Ground": "scrubjay.freshness.grounds",
        "GroundsStanding": "scrubjay.freshness.grounds",
    },
)
