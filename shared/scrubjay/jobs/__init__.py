"""Who does the work in the background? One worker per home; it comes when there is work and ends when there is none."""
