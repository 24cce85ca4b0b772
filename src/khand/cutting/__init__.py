"""Positions to spans: the packer and what it needs."""
