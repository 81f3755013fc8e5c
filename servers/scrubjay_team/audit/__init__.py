"""Who did what in a team: entries that triggers write, and the chain of them."""
