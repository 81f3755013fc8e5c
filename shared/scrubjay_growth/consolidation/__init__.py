"""What memory does by itself once a day: lets go, ranks, groups, shows what disagrees, and proposes."""
