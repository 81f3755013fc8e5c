"""Grounding of claims: checks that each answer one question about a claim, and one decision over their answers."""
