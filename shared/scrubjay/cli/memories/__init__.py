"""Commands about memories: what they say, who vouches for them, and how they end."""
