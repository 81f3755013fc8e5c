"""Integrations with git and each coding client: one package a client, and the reversible edits that all use."""
