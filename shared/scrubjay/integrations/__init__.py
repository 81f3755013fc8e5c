"""How git and each coding client know scrubjay: one package a client, and the reversible edits that all use."""
