"""What a tool is: a name, a description, a model of its arguments, and a function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from mca.exceptions import ToolError

SHOWN_VALUE = 80


class Arguments(BaseModel):
    """Base of every tool's arguments: an unknown key is refused, never passed over.

    A model that spells a key wrongly would otherwise be told that all is well.
    """

    model_config = ConfigDict(extra="forbid")


@dataclass(frozen=True)
class Tool:
    """One thing the model can do.

    `run` gets an instance of `arguments` and returns what the model is told; it raises
    `ToolError` for what the model can mend. `read_only` tools pass the approval gate unasked.
    """

    name: str
    description: str
    arguments: type[Arguments]
    run: Callable[[Any], str]
    read_only: bool = False

    def as_json(self) -> dict[str, Any]:
        """What the model is told of this tool; the schema is made from the argument model."""
        return {"name": self.name, "description": self.description, "schema": _schema(self.arguments)}

    def parse(self, raw: str) -> Arguments:
        """Validate the raw argument text.

        Raises `ToolError` with what was wrong, the value quoted, and what is allowed.
        """
        try:
            return self.arguments.model_validate_json(raw or "{}")
        except ValidationError as error:
            raise ToolError(f"bad arguments for `{self.name}`: {self._problems(error)}") from error

    def _problems(self, error: ValidationError) -> str:
        return "; ".join(self._problem(dict(detail)) for detail in error.errors(include_url=False))

    def _problem(self, detail: dict[str, Any]) -> str:
        place = ".".join(str(step) for step in detail["loc"])
        match detail["type"]:
            case "missing":
                return f"`{place}` is missing"
            case "extra_forbidden":
                return f"`{place}` is not an argument; allowed here: {self._allowed(detail['loc'])}"
            case "json_invalid":
                return f"not JSON: {shortened(detail['input'])}"
        where = f"`{place}`: " if place else ""
        return f"{where}got {shortened(detail['input'])}; {detail['msg'].removeprefix('Value error, ')}"

    def _allowed(self, loc: tuple[str | int, ...]) -> str:
        """The keys that stand beside the unknown one, read from the schema."""
        schema = _schema(self.arguments)
        inner = [d for d in schema.get("$defs", {}).values() if "properties" in d] if len(loc) > 1 else [schema]
        return ", ".join(f"`{key}`" for part in inner for key in part["properties"])


@cache
def _schema(arguments: type[Arguments]) -> dict[str, Any]:
    return arguments.model_json_schema()


def shortened(value: object) -> str:
    """A value as Python writes it, cut where it gets long."""
    text = repr(value)
    return text if len(text) <= SHOWN_VALUE else f"{text[:SHOWN_VALUE]}… ({len(text)} characters)"
