"""Secret detection and masking in text, so that no secret is stored; no I/O beyond its own tables."""

from typing import TYPE_CHECKING

from scrubjay.exporting import exported

if TYPE_CHECKING:
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

_MASKING = "scrubjay.secrets.masking"
_MODEL = "scrubjay.secrets.model"

__getattr__ = exported(
    __name__,
    {
        "RULES_VERSION": _MASKING,
        "find_secrets": _MASKING,
        "mask": _MASKING,
        "masked_text": _MASKING,
        "Masked": _MODEL,
        "SecretFinding": _MODEL,
        "allow_entry": "scrubjay.secrets.allow",
        "names_secret": "scrubjay.secrets.names",
    },
)
