"""Secret detection and masking in text, so that no secret is stored; no I/O beyond its own tables."""

from scrubjay.secrets.allow import mark
from scrubjay.secrets.find import RULES_VERSION, find_secrets, mask, masked_text
from scrubjay.secrets.model import Masked, SecretFinding
from scrubjay.secrets.names import names_secret

__all__ = ["RULES_VERSION", "Masked", "SecretFinding", "find_secrets", "mark", "mask", "masked_text", "names_secret"]
