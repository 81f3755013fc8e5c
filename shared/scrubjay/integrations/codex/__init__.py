"""Codex: its servers, in a marked block of its configuration."""
