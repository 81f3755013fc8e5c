"""Promotion: what is proposed to others, why, what other bounds would do, and what is published."""
