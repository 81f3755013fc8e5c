"""What is asked of all projects of a home at once."""
