"""Settings: what holds here, which layer says so, and what was refused."""
