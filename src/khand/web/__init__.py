"""The private web page."""
