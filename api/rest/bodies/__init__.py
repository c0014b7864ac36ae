"""Request bodies and example answers, one module a topic."""
