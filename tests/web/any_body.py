"""Bodies that no schema describes, as bytes for requests that are made up: JSON Lines and archives."""

import json

import schemathesis


@schemathesis.serializer("application/x-ndjson", "application/zstd")
def any_body(context: schemathesis.SerializationContext, value: object) -> bytes:
    """A body as it was made up, a value of any other kind as a line of JSON."""
    return value if isinstance(value, bytes) else json.dumps(value, default=repr).encode()
