"""Definitions of a word, a stem, a stop word, a sentence and an exact name: one module each, pure."""
