"""A toy ruleset, `duel`. Importing this package registers it."""

from tests.toy.duel import RULESET
