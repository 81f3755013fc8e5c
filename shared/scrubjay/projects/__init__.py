"""Which project is this? A binding in the clone's local git config, checked against the root commits."""
