"""Lists of memories, filtered by their kind and state, each with its grade."""
