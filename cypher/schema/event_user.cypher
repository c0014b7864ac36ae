// Lists what happened to a user's memories.
// mode:   schema
// params: 
// rows:
CREATE INDEX event_user IF NOT EXISTS
FOR (event:Event) ON (event.user_id, event.at)
