"""Chat exports, one module a maker or family: each recognises its shape and reads its messages."""
