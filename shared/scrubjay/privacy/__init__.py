"""Privacy: secrets and personal data, found and masked."""
