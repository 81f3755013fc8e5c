"""Detection and masking of personal data: e-mail addresses, payment cards, IBANs and phone numbers; no I/O."""

from scrubjay.privacy.find import PersonalFinding, find_personal, mask_personal, personal_kinds
from scrubjay.privacy.policy import Personal, note, said, told, without_addresses

__all__ = [
    "Personal",
    "PersonalFinding",
    "find_personal",
    "mask_personal",
    "note",
    "personal_kinds",
    "said",
    "told",
    "without_addresses",
]
