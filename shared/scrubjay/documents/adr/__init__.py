"""What does a decision record say, and does it stand? MADR, Nygard, adr-tools, rst and KEP forms. No I/O."""

from scrubjay.documents.adr.parse import parse_decision
from scrubjay.documents.adr.place import kep_readme, looks_like_decision, may_be_decision
from scrubjay.documents.adr.standing import places_of, resolve_supersession

PARSER_VERSION = "3"
"""Raise it when the same record would say something else: what older versions made of it is read again."""

__all__ = [
    "PARSER_VERSION",
    "kep_readme",
    "looks_like_decision",
    "may_be_decision",
    "parse_decision",
    "places_of",
    "resolve_supersession",
]
