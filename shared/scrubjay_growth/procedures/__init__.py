"""Which commands succeeded in the same order again and again? Procedures, learned from what sessions ran."""
