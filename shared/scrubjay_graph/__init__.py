"""How does it hang together? Entities and relations that a repository states, each with its evidence, at a view."""
