"""Files to text; one format a file."""
