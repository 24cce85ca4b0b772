"""Text to blocks that tile it, with headings; one module a format."""
