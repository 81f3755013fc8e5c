"""What graduates from what one person knows to what everybody knows? Decided by evidence, logged, replayed."""
