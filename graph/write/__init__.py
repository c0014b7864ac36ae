"""Everything that changes memories: remember, edit, forget, the backlog and the back-fill behind it."""
