"""The laws that hold for every ruleset at every record: check functions over a played table, and faults that they have caught."""
