"""GraphQL at `/graphql`: several reads of one user's graph in one request, each with the fields that are asked for."""
