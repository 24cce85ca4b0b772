"""khand: decide how to cut documents for retrieval, see every cut, know the bill, then make the chunks."""

# Functions share their name with the module they live in. Loading a submodule binds its name here, so each such
# module is loaded now and its function bound over it; later imports of the module leave the name alone.
from khand.plan import Plan, plan
from khand.window import Window, window

__all__ = ["Plan", "Window", "plan", "window"]
