"""How a person comes in: identity providers, invitations, and the sessions of browsers."""
