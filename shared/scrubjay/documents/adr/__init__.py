"""Parser and supersession of decision records in MADR, Nygard, adr-tools, rst and KEP form. No I/O."""

from scrubjay.documents.adr.naming import kep_readme, looks_like_decision, may_declare_decision, record_key
from scrubjay.documents.adr.parse import parse_decision
from scrubjay.documents.adr.standing import link_paths, resolve_supersession

PARSER_VERSION = "3"
"""Raise it when the same record would be parsed differently: stored results of older versions are parsed again."""

__all__ = [
    "PARSER_VERSION",
    "kep_readme",
    "link_paths",
    "looks_like_decision",
    "may_declare_decision",
    "parse_decision",
    "record_key",
    "resolve_supersession",
]
