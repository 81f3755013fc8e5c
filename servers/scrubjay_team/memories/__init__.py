"""Memories of a team and of all teams, pools and handoffs."""
