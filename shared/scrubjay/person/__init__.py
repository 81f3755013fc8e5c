"""Who acts: a person at a terminal, a script, or an agent? A rule over facts that arrive as a value."""

from scrubjay.person.facts import Actor, Facts, who
from scrubjay.person.observe import observe
from scrubjay.person.permit import Permit, permit

__all__ = ["Actor", "Facts", "Permit", "observe", "permit", "who"]
