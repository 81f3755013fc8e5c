"""Commands that care for an installation: its index, its vectors, its log and its backups."""
