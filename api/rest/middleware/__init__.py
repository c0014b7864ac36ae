"""ASGI middleware: what every request passes before a route sees it, and every answer on its way out."""
