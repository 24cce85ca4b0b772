// What the address says: the view and its settings after the `#`, so that a view can be shared. Never the text.
export const DEFAULTS = {
  plan: { length: "10000", unit: "tokens", ratio: "4", size: "512", overlap: "64", tokenizer: "text-embedding-3-small",
    price: "", currency: "USD", documents: "1000" },
  a: { by: "heading", size: "400", overlap: "0", tokenizer: "text-embedding-3-small", ratio: "4", min_size: "0",
    heading_depth: "6", context: "headings,lead_in,table,fence", across: "", language: "" },
  window: { total: "128000", prompt: "2000", tools: "3000", history: "8000", answer: "4000", chunk_tokens: "512", retrieved: "12" },
};
export const VIEWS = ["calculator", "chunker", "window", "help"];
export const SHOWS = ["both", "document", "chunks"];
export const TEXTS = ["read", "embedded", "source"];

export const state = {
  view: "calculator",
  plan: { ...DEFAULTS.plan },
  a: { ...DEFAULTS.a },
  b: { ...DEFAULTS.a },
  ownB: false,
  compare: false,
  show: "both",
  text: "read",
  price: "",
  currency: "USD",
  window: { ...DEFAULTS.window },
};

const CHUNKER = { show: "both", text: "read", price: "", currency: "USD" };

export function readAddress() {
  const [name, query] = location.hash.slice(1).split("?");
  const view = VIEWS.includes(name) ? name : "calculator";
  state.view = view;
  const given = new URLSearchParams(query);
  // an address says all that differs from the defaults
  if (view === "calculator") Object.assign(state.plan, DEFAULTS.plan);
  if (view === "window") Object.assign(state.window, DEFAULTS.window);
  if (view === "chunker") {
    Object.assign(state, { compare: false, ownB: false, ...CHUNKER });
    // in place: the forms and the cutters hold these two
    for (const values of [state.a, state.b]) Object.assign(values, DEFAULTS.a);
  }
  const take = (into, prefix = "", names = Object.keys(into)) => {
    for (const key of names) if (given.has(prefix + key)) into[key] = given.get(prefix + key);
  };
  if (view === "calculator") take(state.plan);
  if (view === "window") take(state.window);
  if (view === "chunker") {
    take(state.a);
    take(state.b, "b.");
    take(state, "", Object.keys(CHUNKER));
    state.compare = given.get("compare") === "1";
    if (state.compare) state.ownB = true;
    if (!SHOWS.includes(state.show)) state.show = CHUNKER.show;
    if (!TEXTS.includes(state.text)) state.text = CHUNKER.text;
  }
}

// Only what differs from the defaults is written.
export function address() {
  const query = new URLSearchParams();
  const put = (values, defaults, prefix = "") => {
    for (const key of Object.keys(defaults)) if (values[key] !== defaults[key]) query.set(prefix + key, values[key]);
  };
  if (state.view === "calculator") put(state.plan, DEFAULTS.plan);
  if (state.view === "window") put(state.window, DEFAULTS.window);
  if (state.view === "chunker") {
    put(state.a, DEFAULTS.a);
    if (state.compare) {
      query.set("compare", "1");
      put(state.b, DEFAULTS.a, "b.");
    }
    put(state, CHUNKER);
  }
  const text = query.toString();
  return `#${state.view}${text ? `?${text}` : ""}`;
}

export function writeAddress() {
  const next = address();
  if (next !== location.hash) history.replaceState(history.state, "", next);
}
