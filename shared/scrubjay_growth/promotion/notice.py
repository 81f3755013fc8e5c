"""The line of a briefing about what waits to be told to others; light, as a briefing is."""

from scrubjay.model.counted import counted
from scrubjay_growth.promotion.log import GIT, WAITING, PromotionLog


def briefing_line(log: PromotionLog) -> tuple[str, str] | None:
    """The key and the text of a line about what was proposed since; None where nothing waits."""
    waiting = log.proposals(WAITING)
    if not waiting:
        return None
    git = sum(one.target == GIT for one in waiting)
    to = [f"{counted(git, 'memory')} proposed for the repository"] if git else []
    to += [f"{counted(len(waiting) - git, 'memory')} for the project"] if len(waiting) > git else []
    return f"proposed {waiting[-1].at} {len(waiting)}", f"{', '.join(to)}: `scrubjay review`"
