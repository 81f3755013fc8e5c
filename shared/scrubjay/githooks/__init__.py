"""What happens when git commits, merges, rewrites or checks out? Installing the hooks, and answering them."""
