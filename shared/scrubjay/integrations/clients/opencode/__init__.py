"""opencode: its servers, and our plugin, through which its events come."""
