"""Logs for machines: one JSON object a line, with time, level, logger, words, and the traceback where there is one."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

LOGS = ("plain", "json")


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def log_config(kind: str, level: str) -> dict[str, Any]:
    """How the server logs, as ``logging.config`` wants it: everything to the standard error, once."""
    plain = {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}
    formatter: dict[str, Any] = {"()": JsonLines} if kind == "json" else plain
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "handlers": {"lines": {"class": "logging.StreamHandler", "formatter": "line", "stream": "ext://sys.stderr"}},
        "loggers": {"casusbelli.security": {"level": "INFO" if kind == "json" else level.upper()}},
        "root": {"handlers": ["lines"], "level": level.upper()},
    }
