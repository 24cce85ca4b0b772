// Keeps the page working without a network. Every file but the index lives in a folder named after its content, so an
// address never changes its meaning and old and new can never be mixed; only the index is asked for anew.
const FILES = @files@;
const CACHE = "khand-@version@";
const INDEX = "index.html";
const PATIENCE_MS = 2500;

const address = (path) => new URL(path, self.registration.scope).href;
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

// A copy is kept only if it is the very file this worker was made with: a server caught in the middle of an upgrade
// makes the installation fail, and the browser tries again on the next visit.
async function keep(cache, path) {
  const known = path === INDEX ? undefined : await caches.match(address(path));
  if (known) return cache.put(address(path), known);
  const answer = await fetch(address(path), { cache: path === INDEX ? "no-cache" : "default" });
  if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status}`);
  const body = await answer.arrayBuffer();
  if (hex(await crypto.subtle.digest("SHA-256", body)) !== FILES[path]) throw new Error(`${path} is of another version`);
  const headers = { "Content-Type": answer.headers.get("Content-Type"), "Content-Security-Policy": "@csp@" };
  return cache.put(address(path), new Response(body, { headers }));
}

async function install() {
  const cache = await caches.open(CACHE);
  try {
    for (const path of Object.keys(FILES)) await keep(cache, path);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  await self.skipWaiting();
}

// The version before stays: a tab that still runs it may have to start its Python again.
async function activate() {
  const ours = (await caches.keys()).filter((name) => name.startsWith("khand-") && name !== CACHE);
  await Promise.all(ours.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function index(request) {
  const kept = () => caches.open(CACHE).then((cache) => cache.match(address(INDEX)));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)).then(kept);
  const fresh = fetch(request).then((answer) => (answer.ok ? answer : kept()), kept);
  return (await Promise.race([fresh, late])) ?? fresh;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  if (request.mode === "navigate") {
    const path = new URL(request.url).pathname.slice(new URL(self.registration.scope).pathname.length);
    if (path === "" || path === INDEX) event.respondWith(index(request));
    return;
  }
  event.respondWith(caches.match(request, { ignoreVary: true }).then((known) => known ?? fetch(request)));
});
