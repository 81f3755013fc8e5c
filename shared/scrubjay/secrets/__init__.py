"""Secret detection and masking in text, so that no secret is stored; no I/O beyond its own tables."""

from scrubjay.secrets.allow import allow_entry
from scrubjay.secrets.masking import RULES_VERSION, find_secrets, mask, masked_text
from scrubjay.secrets.model import Masked, SecretFinding
from scrubjay.secrets.names import names_secret

__all__ = [
    "RULES_VERSION",
    "Masked",
    "SecretFinding",
    "allow_entry",
    "find_secrets",
    "mask",
    "masked_text",
    "names_secret",
]
