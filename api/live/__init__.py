"""What happens to the memories of a user, as it happens: the stream of events at `/api/events/stream`."""
