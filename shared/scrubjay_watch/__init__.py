"""Being told of changes: who watches a resource hears within seconds that it shows something else."""
