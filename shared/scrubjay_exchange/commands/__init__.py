"""The commands of exchange: import and sync."""
