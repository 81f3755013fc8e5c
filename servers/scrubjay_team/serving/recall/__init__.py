"""Answers about a team's repositories, from PostgreSQL: views, questions, hits."""
