"""What other parts of the team's server use of mirrors; nothing here loads a driver or the queue."""

from scrubjay_team.mirrors.adding import add_mirror, checked_address, credential_of, fetch_soon, mirror_rows
from scrubjay_team.mirrors.key_sources import key_provider
from scrubjay_team.mirrors.removing import finish_removals, remove_mirror

__all__ = [
    "add_mirror", "checked_address", "credential_of", "fetch_soon", "finish_removals", "key_provider", "mirror_rows",
    "remove_mirror",
]  # fmt: skip
