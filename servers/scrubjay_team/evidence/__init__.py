"""What members' sessions count for, by their choice: what the team promotes by it, why, and what goes to reviewers."""
