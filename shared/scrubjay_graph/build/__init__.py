"""Building of the graph from code, manifests, links and history."""
