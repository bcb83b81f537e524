"""What any table can do beyond the kernel's own facts: words that every ruleset's log may use."""

from domain.table import redeal, seeds

WORDS = (redeal, seeds)  # the modules that every ruleset's wire reads beside its own chapters
