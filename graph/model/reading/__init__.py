"""Values of what is read off a text or a question: names taken apart, amounts, sentence vectors, what is asked."""
