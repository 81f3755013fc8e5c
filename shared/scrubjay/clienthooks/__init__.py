"""The name that client hooks of before 0.2 start; see `event`."""
