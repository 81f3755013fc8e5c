"""Discussions from files: what a forge's program or an archive wrote, or anybody in the documented form."""
