"""Clients of the servers: one package each, and the table of all."""
