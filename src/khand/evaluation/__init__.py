"""Evaluate ways of cutting with questions of one's own: what retrieval finds, what it costs, what can be told apart."""
