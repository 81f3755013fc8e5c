"""What do agents share on purpose? Pools with members, and memories in them by reference."""
