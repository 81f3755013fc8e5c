"""Detection and masking of personal data: e-mail addresses, payment cards, IBANs and phone numbers; no I/O."""
