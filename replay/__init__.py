"""Looking at games again: step, why, diff, fork, verify."""
