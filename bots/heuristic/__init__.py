"""Bots that know a game: one module (or package) for each ruleset, each with a class `Heuristic(ruleset, seat, seed)`."""
