"""How a memory becomes a file: its form, its name, its number, and the index that lists it."""
