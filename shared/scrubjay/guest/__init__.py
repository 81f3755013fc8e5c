"""Reversible edits of files that belong to others."""

from scrubjay.guest.change import Change, apply, content
from scrubjay.guest.receipt import Receipt

__all__ = ["Change", "Receipt", "apply", "content"]
