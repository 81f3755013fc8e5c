"""Procedures: commands that succeeded in the same order again and again, learned from what sessions ran."""
