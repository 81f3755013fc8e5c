"""An extension by somebody else: each module is one kind."""
