"""Other stores of memories beside this home: one protocol, read together, written by one."""
