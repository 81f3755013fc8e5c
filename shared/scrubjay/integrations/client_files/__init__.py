"""What the set-up of every client shares: how servers are started, where a client stands, entries in its files."""
