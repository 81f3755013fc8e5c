"""Hooks of coding clients: what a client reports, and what it is told; light at start-up."""
