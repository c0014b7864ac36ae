// Which server this is.
// mode:   read
// params:
// rows:   name, version, edition
CALL dbms.components() YIELD name, versions, edition
RETURN name, versions[0] AS version, edition
