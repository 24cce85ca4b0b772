// What is wrong with a field.
export default {
  "error.whole": "A whole number, {low} or more.",
  "error.number": "A number, {low} or more.",
  "error.positive": "A number above 0.",
  "error.overlap": "Must be smaller than the chunk size: 0 to {max}.",
  "error.share": "A whole number, or a share of the size such as 10%.",
  "error.min_size": "Must not be larger than the target size, {max}.",
  "error.depth": "A whole number from 1 to 6.",
  "error.cut_at": "This pattern cannot be used: {reason}",
  "error.unexpected": "This went wrong inside the page: {reason}",
};
