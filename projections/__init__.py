"""Read models that follow the ledger."""
