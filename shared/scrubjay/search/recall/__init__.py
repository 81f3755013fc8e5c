"""What is the answer? Found, checked against git, marked, and rendered within a budget."""
