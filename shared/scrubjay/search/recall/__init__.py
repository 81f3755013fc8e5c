"""Recall: an answer that is found, checked against git, marked, and rendered within a budget."""
