"""Identity of projects, persons and agents, and what was recorded of their acts."""
