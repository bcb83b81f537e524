"""Bots that know a game: one module for each ruleset, each with a class `Heuristic(ruleset, seat, seed)`."""
