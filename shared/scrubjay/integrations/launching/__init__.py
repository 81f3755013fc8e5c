"""Safe start of scrubjay's own Python: where it lies, its fingerprint, and whether a checkout has changed it."""

FOLDER = "launchers"
"""The guards' folder in the home. Hooks look into it, and load nothing else of this package for that."""

REFUSED = ".refused"
"""The suffix of the file beside a guard where it leaves what it started nothing for."""
