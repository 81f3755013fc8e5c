"""The commands of the evaluation."""
