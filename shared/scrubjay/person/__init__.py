"""Who acts: a person at a terminal, a script, or an agent? A rule over facts that arrive as a value."""
