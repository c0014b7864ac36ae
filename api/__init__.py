"""The doors: they parse, call one function of the graph, and render. They hold no opinions."""
