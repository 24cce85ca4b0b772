"""The ground floor: what characters are, where grapheme clusters, lines and white space end. It imports nothing of khand."""
