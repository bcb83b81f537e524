"""Where the data is and what else runs beside it: read from arguments or from the environment."""

from __future__ import annotations

from pathlib import Path

from pydantic import AliasChoices, Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """`LEDGERDEMAIN_STORE`, `LEDGERDEMAIN_KEY_FILE` and `REDIS_URL`, or the same as arguments."""

    model_config = SettingsConfigDict(env_prefix="LEDGERDEMAIN_", extra="ignore", frozen=True, populate_by_name=True)

    store: str = "sqlite:data/ledger.db"
    key_file: Path | None = None  # none: `master.key` beside the store
    redis_url: str | None = Field(default=None, validation_alias=AliasChoices("redis_url", "REDIS_URL"))
