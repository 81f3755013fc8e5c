"""Reversible edits of files that belong to others."""

from scrubjay.integrations.edits.change import FileChange, apply, check_writable, content
from scrubjay.integrations.edits.receipt import Receipt

__all__ = ["FileChange", "Receipt", "apply", "check_writable", "content"]
