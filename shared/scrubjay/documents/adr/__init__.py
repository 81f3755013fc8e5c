"""What does a decision record say, and does it stand? MADR, Nygard, adr-tools, rst and KEP forms. No I/O."""

from scrubjay.documents.adr.parse import parse_decision
from scrubjay.documents.adr.place import kep_readme, looks_like_decision
from scrubjay.documents.adr.standing import resolve_supersession

__all__ = ["kep_readme", "looks_like_decision", "parse_decision", "resolve_supersession"]
