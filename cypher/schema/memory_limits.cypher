// How much memory one transaction may take, and all of a database and of the server together: 0B is no limit.
// mode:   read
// params:
// rows:   name, value
SHOW SETTINGS 'db.memory.transaction.max', 'db.memory.transaction.total.max', 'dbms.memory.transaction.total.max'
YIELD name, value
RETURN name, value
