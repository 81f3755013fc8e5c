"""Settings in two layers, the user's and the repository's, read once and passed as a value."""
