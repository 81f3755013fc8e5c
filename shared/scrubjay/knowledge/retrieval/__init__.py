"""How is it found again? By words and by meaning, fused, within what the view shows."""
