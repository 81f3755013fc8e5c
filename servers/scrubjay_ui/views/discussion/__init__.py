"""The view of one discussion: an issue or pull request of a forge with its thread, and what names it."""
