"""Queue of background jobs, and the start of its worker."""
