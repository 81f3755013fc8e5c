"""Append-only audit log with a hash chain: it detects damage, not an attacker."""

from scrubjay.identity.audit.log import AuditEvent, AuditRecord, AuditWriter, CrossScopeReads
from scrubjay.identity.audit.verify import ChainReport, verify_chain

__all__ = ["AuditEvent", "AuditRecord", "AuditWriter", "ChainReport", "CrossScopeReads", "verify_chain"]
