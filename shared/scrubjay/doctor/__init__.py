"""Is everything healthy that scrubjay stands on, and what is to be done where it isn't?"""
