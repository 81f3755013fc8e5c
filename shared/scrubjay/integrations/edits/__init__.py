"""Reversible edits of files that belong to others."""

from scrubjay.integrations.edits.change import FileChange, Receipt, apply, check_writable, content

__all__ = ["FileChange", "Receipt", "apply", "check_writable", "content"]
