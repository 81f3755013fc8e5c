"""What does a coding client tell us, and what does it hear? Its hooks, which start next to nothing."""
