"""The values that cross the edges between rooms: frozen dataclasses and enumerations, one module a topic. No I/O."""
