"""Knowledge graph: entities and relations that a repository states, each with its evidence, at a view."""
