"""Is the search any good? Labelled questions, metrics with their uncertainty, and the product's own path."""
