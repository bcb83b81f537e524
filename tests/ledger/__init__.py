"""The ledger, on real files."""
