"""Sessions: the work in hand and past conversations."""
