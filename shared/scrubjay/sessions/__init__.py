"""What am I doing now? The working set of each branch, what each session left behind, and the commits around it."""
