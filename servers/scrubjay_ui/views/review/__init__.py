"""Review: the claims, contradictions and promotions that wait for a person, one decision a key."""
