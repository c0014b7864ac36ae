"""Time: the zone in which a day begins, and calendar intervals by their ISO names. Pure."""
