"""Frameworks, stores and engines that khand works in; each adapter needs its extra when it is imported or called."""
