"""What other parts of the team's server use of mirrors; nothing here loads a driver or the queue."""

from scrubjay_team.mirrors.adding import (
    CheckedAddress,
    add_mirror,
    checked_address,
    credential_of,
    fetch_soon,
    mirror_rows,
    replace_credential,
)
from scrubjay_team.mirrors.addresses import read_address
from scrubjay_team.mirrors.key_sources import key_provider
from scrubjay_team.mirrors.key_state import KeyState, key_state, sampled_state
from scrubjay_team.mirrors.removing import finish_removals, remove_mirror
from scrubjay_team.mirrors.sealing import Sealer

__all__ = [
    "CheckedAddress", "KeyState", "Sealer", "add_mirror", "checked_address", "credential_of", "fetch_soon",
    "finish_removals", "key_provider", "key_state", "mirror_rows", "read_address", "remove_mirror",
    "replace_credential", "sampled_state",
]  # fmt: skip
