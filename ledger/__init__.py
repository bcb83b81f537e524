"""The store: games as rows of an event log, with keys, snapshots, forks and hashes."""
