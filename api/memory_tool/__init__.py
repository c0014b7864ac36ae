"""A back end for the memory tool of Claude (`memory_20250818`): its files are memories of the graph."""

from api.memory_tool.tool import MemoryTool, ToolAnswer

__all__ = ["MemoryTool", "ToolAnswer"]
