"""The kinds of what an extension provides, one Protocol a file."""
