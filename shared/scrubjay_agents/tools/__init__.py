"""Tools of agents, handoffs and pools: what they are, read at the start of a server, and what they run."""
