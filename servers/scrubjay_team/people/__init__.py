"""Teams, members, invitations, tokens and grants."""
