"""The door: what may be added from outside, and what of it is on. Light: it imports nothing by itself."""
