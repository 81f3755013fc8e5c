"""How does scrubjay write into places that aren't its own, and take everything back?"""

from scrubjay.guest.change import Change, apply, content
from scrubjay.guest.receipt import Receipt

__all__ = ["Change", "Receipt", "apply", "content"]
