"""The interfaces: command line, REST API, and the readers of files. They parse, call the graph, and render."""
