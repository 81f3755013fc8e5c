"""How much members use a team's server: sums of days."""
