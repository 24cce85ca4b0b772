"""khand: decide how to cut documents for retrieval, see every cut, know the bill, then make the chunks."""
