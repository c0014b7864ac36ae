// An index that nobody asks costs every write: which names are new is seen where they are written.

// name: drop_name_version
// Gives up the index of names by when they last changed.
DROP INDEX name_version IF EXISTS;
