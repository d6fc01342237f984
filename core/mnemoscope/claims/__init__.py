"""What a text claims, and how two texts differ: numbers, dates, names, negations, opposites, words. Pure."""
