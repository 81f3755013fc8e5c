"""A memory: the whole chain behind it, and everything that a person may do with it."""
