"""The commands `consolidate`, `procedure` and `promotion`."""
