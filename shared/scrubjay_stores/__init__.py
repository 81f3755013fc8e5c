"""Stores of memories beside this home: searched, written and replayed by one protocol, each failure by its name."""
