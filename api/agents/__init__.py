"""The door of agents: the Model Context Protocol over the official SDK, as tools, resources and prompts."""
