"""The built-in encoder: multilingual-e5-small as int8 ONNX, its weights, tokenizer and build."""
