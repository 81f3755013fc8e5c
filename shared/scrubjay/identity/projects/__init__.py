"""Project identity: a secret in the clone's git common directory binds the clone to a project of the home."""
