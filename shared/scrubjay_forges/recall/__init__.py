"""What was discussed, as answers tell it: found, read whole, and named beside documents."""
