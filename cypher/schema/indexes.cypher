// Every index and whether it is ready.
// mode:   read
// params:
// rows:   name, type, state, dimensions
SHOW INDEXES YIELD name, type, state, options
RETURN name, type, state, options.indexConfig['vector.dimensions'] AS dimensions
