"""Actor classification: a person at a terminal, a script, or an agent; a pure rule over observed facts."""
