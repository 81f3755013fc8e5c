"""Review queue: claims that are held for a person, and the decisions about them."""
