"""Reversible edits of files that belong to others."""

from scrubjay.integrations.edits.change import Change, apply, content
from scrubjay.integrations.edits.receipt import Receipt

__all__ = ["Change", "Receipt", "apply", "content"]
