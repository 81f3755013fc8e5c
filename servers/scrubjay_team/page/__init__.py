"""The team's page: what a member sees and does in a browser, behind the sign-in."""
