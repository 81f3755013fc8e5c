"""What does a session start with? Status, task, recent activity, decisions and memories, within a token budget."""

from scrubjay.briefing.briefer import Briefer
from scrubjay.briefing.compose import Briefing
from scrubjay.briefing.facts import Facts

__all__ = ["Briefer", "Briefing", "Facts"]
