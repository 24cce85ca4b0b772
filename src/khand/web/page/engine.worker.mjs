// The worker: starts Python, then answers one call after another. It holds no logic of its own; what is computed is
// computed by khand.web.bridge. Started through a blob (see engine.mjs), so addresses arrive with the first message.

// Read from Pyodide's own lock file when the runtime was vendored; without it loadPyodide() would ask for the file.
const lock = ({ abi_version, arch, platform, python, pyodide }) => JSON.stringify({
  info: { abi_version, arch, platform, python, version: pyodide }, packages: {},
});

// Python's own trace ends with the line that says what happened.
const words = (error) => String(error?.message ?? error).trim().split("\n").at(-1);

let folders;
let bridge;
let fs;
const tables = new Map();

// What the service worker has kept is used even before it controls the page.
async function bytes(url) {
  const known = globalThis.caches ? await caches.match(url, { ignoreVary: true }).catch(() => undefined) : undefined;
  const answer = known ?? await fetch(url);
  if (!answer.ok) throw new Error(`${url}: HTTP ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

const stage = (name) => postMessage({ stage: name });

async function start(message) {
  folders = message.folders;
  const core = bytes(`${folders.app}khand.zip`);
  const table = bytes(`${folders.tables}cl100k_base.bpt`);
  const manifest = bytes(`${folders.runtime}manifest.json`);
  const { loadPyodide } = await import(`${folders.runtime}pyodide.mjs`);
  const lockFileContents = lock(JSON.parse(new TextDecoder().decode(await manifest)));
  stage("runtime");
  const python = await loadPyodide({
    indexURL: folders.runtime,
    packageBaseUrl: folders.runtime,
    stdLibURL: `${folders.runtime}stdlib.zip`,
    lockFileContents,
    checkAPIVersion: false,
  });
  fs = python.FS;
  stage("python");
  fs.writeFile("/khand.zip", await core);
  python.runPython(UNPACK);
  stage("core");
  bridge = python.pyimport("khand.web.bridge");
  stage("import");
  keepTable("cl100k_base", await table);
  stage("table");
}

const UNPACK = `
import os, sys, zipfile
with zipfile.ZipFile("/khand.zip") as core:
    core.extractall("/khand")
os.remove("/khand.zip")
sys.dont_write_bytecode = True
sys.path.insert(0, "/khand")
`;

const TABLES = "/khand/khand/tokenizers/data";

function keepTable(name, data) {
  fs.mkdirTree(TABLES);
  fs.writeFile(`${TABLES}/${name}.bpt`, data);
}

// A tokenizer's table comes with its first use; the names are those of the files.
function tableOf(name) {
  if (!/^(o200k|p50k|r50k)_base$/.test(name)) return undefined;
  if (!tables.has(name)) {
    tables.set(name, bytes(`${folders.tables}${name}.bpt`).then((data) => keepTable(name, data), (error) => {
      tables.delete(name);
      throw error;
    }));
  }
  return tables.get(name);
}

let ready;
let queue = Promise.resolve();

async function answer({ id, name, options, text }) {
  try {
    await ready;
    await tableOf(options.settings?.tokenizer);
    const result = text === undefined
      ? bridge.call(name, JSON.stringify(options))
      : bridge.call(name, JSON.stringify(options), text);
    postMessage({ id, ...JSON.parse(result) });
  } catch (error) {
    postMessage({ id, fault: words(error) });
  }
}

onmessage = ({ data }) => {
  if (data.folders) {
    ready = start(data);
    ready.then(() => postMessage({ stage: "ready" }), (error) => postMessage({ stage: "failed", fault: words(error) }));
    // what was asked for in the meantime goes first
    ready.then(() => { queue = queue.then(() => bridge.warm_up()); }, () => {});
  } else {
    queue = queue.then(() => answer(data));
  }
};
