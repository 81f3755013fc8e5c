"""Graph: what hangs together with a thing, each relation with where it is stated."""
