// Where the server keeps its databases, on its own machine.
// mode:   read
// params:
// rows:   folder
SHOW SETTINGS 'server.directories.data' YIELD name, value
WHERE name = 'server.directories.data'
RETURN value AS folder
