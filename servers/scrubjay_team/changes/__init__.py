"""Being told of changes: the outbox read as a member, and members who wait for what they may see of it."""
