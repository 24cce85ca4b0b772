"""Evaluates ways of cutting with your own questions: what retrieval finds, what it costs, which differences are more than chance."""
