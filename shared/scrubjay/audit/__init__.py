"""Append-only audit log with a hash chain: it detects damage, not an attacker."""

from scrubjay.audit.log import AuditEvent, AuditLogger, AuditRecord
from scrubjay.audit.reads import CrossScopeReads
from scrubjay.audit.verify import ChainReport, verify_chain

__all__ = ["AuditEvent", "AuditLogger", "AuditRecord", "ChainReport", "CrossScopeReads", "verify_chain"]
