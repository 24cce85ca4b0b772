// Python as it starts and works.
export default {
  "engine.loading": "Python is loading into this tab …",
  "engine.runtime": "Starting Python …",
  "engine.python": "Loading khand …",
  "engine.core": "Loading khand …",
  "engine.import": "Reading the token table …",
  "engine.table": "Reading the token table …",
  "engine.ready": "Ready",
  "engine.working": "Working …",
  "engine.failed": "Python could not be started: {fault}",
  "engine.retry": "Try again",
};
