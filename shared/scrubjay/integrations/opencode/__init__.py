"""opencode: our plugin, through which its events come."""
