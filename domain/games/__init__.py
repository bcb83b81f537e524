"""The four games. Importing this package registers every ruleset that the project plays."""
