"""A list that cannot be wrong, because it is validated when it is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, model_validator

from ..items import MARKS, TodoItem


class _Good(BaseModel):
    model_config = ConfigDict(frozen=True)

    items: tuple[TodoItem, ...] = ()

    @model_validator(mode="after")
    def _check(self) -> _Good:
        problems = [f"{item.id}: {item.status!r}, not {'/'.join(MARKS)}" for item in self.items if item.status not in MARKS]
        problems += [f"{item.id} says nothing" for item in self.items if not item.text.strip()]
        problems += [f"{id_} stands {times} times" for id_, times in Counter(i.id for i in self.items).items() if times > 1]
        active = [item.id for item in self.items if item.status == "in_progress"]
        problems += [f"only one may be in progress: {' '.join(active)}"] if active[1:] else []
        if problems:
            raise ValueError("; ".join(problems))
        return self


class TodoManager:
    """Holds one good list."""

    def __init__(self) -> None:
        self._good = _Good()

    @property
    def items(self) -> tuple[TodoItem, ...]:
        """The items that hold now."""
        return self._good.items

    def update(self, items: Sequence[TodoItem]) -> str:
        """Make a good list, or raise."""
        try:
            self._good = _Good(items=tuple(items))
        except ValueError as error:
            raise ValueError(str(error.errors()[0]["ctx"]["error"])) from None
        return self.render()

    def render(self) -> str:
        """Rows and count."""
        counts = Counter(item.status for item in self.items)
        rows = [f"{MARKS[item.status]} {item.id}: {item.text}" for item in self.items]
        return "\n".join(rows + [f"{counts['completed']}/{counts.total()} completed"])
