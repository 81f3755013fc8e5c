"""Parser and supersession of decision records in MADR, Nygard, adr-tools, rst and KEP form, in any language. No I/O."""

from typing import TYPE_CHECKING

from scrubjay.exporting import exported

if TYPE_CHECKING:
    from scrubjay.documents.adr.finding import link_paths
    from scrubjay.documents.adr.naming import kep_readme, looks_like_decision, may_declare_decision, record_key
    from scrubjay.documents.adr.parse import parse_decision
    from scrubjay.documents.adr.standing import resolve_supersession

PARSER_VERSION = "8"
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

__getattr__ = exported(
    __name__,
    {
        "kep_readme": "scrubjay.documents.adr.naming",
        "looks_like_decision": "scrubjay.documents.adr.naming",
        "may_declare_decision": "scrubjay.documents.adr.naming",
        "record_key": "scrubjay.documents.adr.naming",
        "parse_decision": "scrubjay.documents.adr.parse",
        "link_paths": "scrubjay.documents.adr.finding",
        "resolve_supersession": "scrubjay.documents.adr.standing",
    },
)
