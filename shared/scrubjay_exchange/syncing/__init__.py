"""How do a person's own memories come to their other machines? Through a private git remote, encrypted and signed."""
