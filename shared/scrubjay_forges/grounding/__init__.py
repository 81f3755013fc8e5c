"""What discussions and links say of memories that cite them, then and now."""
