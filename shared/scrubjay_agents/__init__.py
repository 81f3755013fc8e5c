"""What do agents leave and share for each other? Handoffs, pools, and their defence against being taken out."""
