"""Detection and masking of personal data: e-mail addresses, payment cards, IBANs and phone numbers; no I/O."""

from scrubjay.privacy.personal.find import PersonalFinding, find_personal, mask_personal, personal_kinds
from scrubjay.privacy.personal.policy import Personal, masked_memory, masked_turn, personal_warning, without_addresses

__all__ = [
    "Personal",
    "PersonalFinding",
    "find_personal",
    "mask_personal",
    "masked_memory",
    "masked_turn",
    "personal_kinds",
    "personal_warning",
    "without_addresses",
]
