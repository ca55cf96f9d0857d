from mca.exceptions import ToolError

from ..tool import todo_tool


class Dispatch:
    def __init__(self, tools, manager):
        self.table = {}
        for tool in tools:
            self.table[tool.name] = tool
        self.table["todo"] = todo_tool(manager)

    def call(self, name, arguments):
        if name not in self.table:
            raise ToolError("unknown tool " + name + ", known are: " + ", ".join(self.table))
        tool = self.table[name]
        parsed = tool.parse(arguments)
        return tool.run(parsed)
