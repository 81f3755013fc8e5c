"""Append-only audit log with a hash chain: it detects damage, not an attacker."""

from scrubjay.audit.log import AuditLogger, AuditRecord, Event
from scrubjay.audit.reads import CrossScopeReads
from scrubjay.audit.verify import ChainReport, verify_chain

__all__ = ["AuditLogger", "AuditRecord", "ChainReport", "CrossScopeReads", "Event", "verify_chain"]
