"""Background work: one worker per home; it starts when there is work and exits when there is none."""
