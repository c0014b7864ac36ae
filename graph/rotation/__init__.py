"""Rotation: archives what fades, deletes what was archived long ago, and keeps account of both."""
