"""Commands of every day: searching, remembering, how a project stands, and its sessions."""
