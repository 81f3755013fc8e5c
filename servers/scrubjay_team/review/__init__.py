"""Review by people and what they tell: acts of persons on the server's page, each at the version that they read."""
