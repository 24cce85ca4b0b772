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

const settings = async () => ({
  indexURL: folders.runtime,
  packageBaseUrl: folders.runtime,
  lockFileContents: lock(JSON.parse(new TextDecoder().decode(await bytes(`${folders.runtime}manifest.json`)))),
  checkAPIVersion: false,
});

const STDLIB = "stdlib.zip";
let addLibrary = () => {};
let library;

// The memory of a Python that has khand imported already: half the time of an import (see image.mjs).
async function wake(loadPyodide) {
  const kept = bytes(`${folders.app}khand.image`);
  const options = await settings();
  const { default: createModule } = await import(`${folders.runtime}pyodide.asm.mjs`);
  const { Image } = await import("./image.mjs");
  const image = new Image(await kept);
  const python = await loadPyodide({
    ...options,
    // Pyodide wants a file here; the library is needed for what nobody has imported yet, and comes later
    stdLibURL: `${folders.runtime}manifest.json`,
    // of this only the size is looked at
    _loadSnapshot: new Uint8Array(image.head.memory),
    async createPyodideModule(given) {
      const module = await createModule(given);
      module.API.restoreSnapshot = () => {
        image.restore(module.HEAPU32);
        return image.head.state;
      };
      return module;
    },
  });
  for (const [name, data] of image.files()) {
    python.FS.mkdirTree(`/khand/${name.slice(0, name.lastIndexOf("/"))}`);
    python.FS.writeFile(`/khand/${name}`, data);
  }
  addLibrary = async () => {
    python.FS.writeFile("/lib/python314.zip", await bytes(`${folders.runtime}${STDLIB}`));
    // it remembers that there was no library
    python.runPython("import sys; sys.path_importer_cache.clear()");
  };
  return python;
}

// Where there is no image of these modules: import them.
async function load(loadPyodide) {
  const core = bytes(`${folders.app}khand.zip`);
  const python = await loadPyodide({ ...await settings(), stdLibURL: `${folders.runtime}${STDLIB}` });
  stage("python");
  python.FS.writeFile("/khand.zip", await core);
  python.runPython(UNPACK);
  stage("core");
  return python;
}

async function start({ image, ...message }) {
  folders = message.folders;
  const table = bytes(`${folders.tables}cl100k_base.bpt`);
  const { loadPyodide } = await import(`${folders.runtime}pyodide.mjs`);
  stage("runtime");
  const python = image ? await wake(loadPyodide).catch((error) => {
    console.error("the image cannot be used", error);
    return load(loadPyodide);
  }) : await load(loadPyodide);
  fs = python.FS;
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

// A module that nobody has imported yet may have to wait for the library.
async function call(...args) {
  try {
    return bridge.call(...args);
  } catch (error) {
    if (error.type !== "ModuleNotFoundError") throw error;
    await library;
    return bridge.call(...args);
  }
}

async function answer({ id, name, options, text }) {
  try {
    await ready;
    await tableOf(options.settings?.tokenizer ?? options.tokenizer ?? "");
    const result = await call(name, JSON.stringify(options), ...(text === undefined ? [] : [text]));
    postMessage({ id, ...JSON.parse(result) });
  } catch (error) {
    postMessage({ id, fault: words(error) });
  }
}

onmessage = ({ data }) => {
  if (data.folders) {
    ready = start(data);
    ready.then(() => postMessage({ stage: "ready" }), (error) => postMessage({ stage: "failed", fault: words(error) }));
    library = ready.then(() => addLibrary());
    // what was asked for in the meantime goes first
    library.then(() => { queue = queue.then(() => bridge.warm_up()); }, () => {});
  } else {
    queue = queue.then(() => answer(data));
  }
};
