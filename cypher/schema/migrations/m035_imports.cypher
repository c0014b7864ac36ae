// While an export is read in, its nodes are found by what they are called in the file.

// name: imported_ref
// Finds a node that an import has made, and lets it be made once.
CREATE CONSTRAINT imported_ref IF NOT EXISTS
FOR (node:Imported) REQUIRE (node.user_id, node.import_ref) IS UNIQUE;
