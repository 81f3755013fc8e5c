"""What is a word, a stem, a stop word, a sentence, an exact name? One module each, pure."""
