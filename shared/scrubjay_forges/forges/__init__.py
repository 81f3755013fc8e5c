"""How are discussions read from a forge? Over its API with the user's own token, or from files; read-only."""
