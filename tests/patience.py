"""How long a test waits for another process or thread before it calls it hung: an end, not a measure of speed."""

PATIENCE_S = 300
