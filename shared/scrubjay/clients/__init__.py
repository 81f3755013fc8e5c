"""How does a coding agent come to know scrubjay? Its servers registered, its skills in place, git kept quiet."""
