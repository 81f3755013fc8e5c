"""Prompt context: five blocks within a token budget, cut by rank."""
