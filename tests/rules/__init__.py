"""The proof that every rule is kept: what was cited in play, and which tests fail when a rule is broken."""
