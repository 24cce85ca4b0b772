// Refresh the Python runtime of the web page:
//
//     node scripts/vendor_web.mjs [--out DIR] [--tarball FILE]     Pyodide from npm
//     node scripts/vendor_web.mjs --core                           khand itself, when a wheel is built
//
// Takes Pyodide from npm (pinned version and hash), keeps the files the page needs, re-packs the standard library
// as pruned byte code (start-up 2.5 s -> 0.7 s of CPU), writes a brotli copy beside every large file and one beside
// the first token table, and records all hashes in manifest.json. Two runs give the same bytes.
// With --core khand's own modules are compiled (core.zip) and imported once: the memory they are in then is kept
// (core.image). The page falls back to their source where there is no such thing or they have changed since.
// Needs Node 20 or newer; the runtime needs npm, too, and is committed. What --core makes is not: the wheel's build makes it.
import crypto, { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { fold } from "../src/khand/web/page/image.mjs";

const PYODIDE = "314.0.7";
const TARBALL_SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0";
const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const PAGE = join(ROOT, "src/khand/web/page");
const TABLES = join(ROOT, "src/khand/tokenizers/data");
const FIRST_TABLE = "cl100k_base.bpt";

// Left out of the standard library: what a page has no use for (tools, servers, other protocols, legacy encodings).
const PRUNED = `__hello__ __phello__ _aix_support _android_support _apple_support _collections_abc_doc _ios_support
  _osx_support _pydatetime _pydecimal _pyio _pyrepl antigravity argparse bdb cProfile cgi cgitb cmd code compileall
  configparser ctypes curses dbm distutils doctest ensurepip filecmp fileinput ftplib getopt getpass
  gettext http idlelib imaplib lib2to3 mailbox modulefinder multiprocessing netrc nturl2path optparse pdb
  pickletools plistlib poplib profile pstats pty pyclbr pydoc pydoc_data rlcompleter sched shelve smtplib socketserver
  sqlite3 ssl sysconfig/__main__ tabnanny tarfile test this timeit tkinter trace tracemalloc turtle turtledemo tty
  unittest urllib/request urllib/robotparser venv wave webbrowser wsgiref xml xmlrpc zipapp zoneinfo
  asyncio/windows_events asyncio/windows_utils asyncio/proactor_events asyncio/tools
  concurrent/futures/process concurrent/futures/interpreter concurrent/interpreters logging/config logging/handlers
  profiling compression/zstd`.split(/\s+/);
const ENCODINGS = `__init__ aliases ascii charmap cp1252 cp437 idna latin_1 punycode raw_unicode_escape
  unicode_escape utf_16 utf_16_be utf_16_le utf_32 utf_32_be utf_32_le utf_8 utf_8_sig`.split(/\s+/);

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

function brotli(bytes) {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

function unpackPyodide(tarball) {
  const dir = mkdtempSync(join(tmpdir(), "pyodide-"));
  if (!tarball) {
    execFileSync("npm", ["pack", "--silent", `pyodide@${PYODIDE}`, "--pack-destination", dir]);
    tarball = join(dir, `pyodide-${PYODIDE}.tgz`);
  }
  const found = sha256(readFileSync(tarball));
  if (found !== TARBALL_SHA256) throw new Error(`${tarball}: SHA-256 is ${found}, expected ${TARBALL_SHA256}`);
  execFileSync("tar", ["xzf", tarball, "-C", dir]);
  return join(dir, "package");
}

// Pyodide compiles its own standard library, so that the byte code's magic number always matches.
const REPACK = `
import importlib._bootstrap_external as external, zipfile

def kept(name):
    stem = name.removesuffix(".py")
    if stem.startswith("encodings/"):
        return stem.removeprefix("encodings/") in ENCODINGS
    return not any(stem == p or stem.startswith(p + "/") for p in PRUNED)

with zipfile.ZipFile("/in.zip") as old, zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_STORED) as new:
    for name in sorted(old.namelist()):
        if name.endswith("/") or not kept(name):
            continue
        data = old.read(name)
        if name.endswith(".py"):
            code = compile(data, name, "exec", dont_inherit=True, optimize=2)
            data, name = bytes(external._code_to_timestamp_pyc(code, 0, 0)), name + "c"
        new.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
`;

// Data files stay as they are; modules become byte code that Python finds under the module's own name.
const COMPILE = `
import importlib._bootstrap_external as external, zipfile

with zipfile.ZipFile("/in.zip") as old, zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_STORED) as new:
    for name in sorted(old.namelist()):
        data = old.read(name)
        if name.endswith(".py"):
            code = compile(data, "/khand/" + name, "exec", dont_inherit=True, optimize=2)
            data, name = bytes(external._code_to_timestamp_pyc(code, 0, 0)), name + "c"
        new.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
`;

async function boot(folder, stdlib, options = {}) {
  const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
  const { pyodide, ...info } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  const lockFileContents = JSON.stringify({ info: { ...info, version: pyodide }, packages: {} });
  return loadPyodide({ stdLibURL: stdlib, lockFileContents, _sysExecutable: "/khand/python", ...options });
}

// What khand itself prints.
function khand(code) {
  return execFileSync(process.env.PYTHON ?? "python3", ["-c", `import sys; ${code}`],
    { env: { ...process.env, PYTHONPATH: join(ROOT, "src") }, maxBuffer: 1e8 });
}

// With the runtime in `folder`, the one that will run it.
async function compileCore(folder) {
  const python = await boot(folder, join(folder, "stdlib.zip"));
  python.FS.writeFile("/in.zip", new Uint8Array(khand("from khand.web import site; sys.stdout.buffer.write(site.pack(site.core()))")));
  python.runPython(COMPILE);
  const made_of = khand("from khand.web import site; print(site.fingerprint(site.core()))").toString().trim();
  const bytes = Buffer.from(python.FS.readFile("/out.zip"));
  python.FS.writeFile("/stdlib.zip", new Uint8Array(readFileSync(join(folder, "stdlib.zip"))));
  const files = python.runPython(UNPACK).toJs({ dict_converter: (entries) => [...entries] });
  // what is there once a text was cut; the readers of other formats and the like come with the library
  const first = khand("from khand.web import bridge; bridge.warm_up(); print(*sys.modules)").toString().trim().split(" ");
  return { made_of, bytes, files, first, stdlib: python.FS.readFile("/small.zip") };
}

// What the image is made from: khand's files, and a standard library in which that is replaced which only the start asks for.
// What the image imported instead of the real thing is forgotten again (BARE), so a later import finds the real one.
const UNPACK = `
import importlib._bootstrap_external as external, zipfile

STAND_INS = {
    "asyncio/__init__": "def __getattr__(name):\\n    if name[0] == '_': raise AttributeError(name)\\n",
    "pyodide/webloop": "from pyodide_js._api import scheduleCallback\\n"
        "def _initialize_event_loop():\\n    from pyodide_js._api import config\\n",
    "pyodide/_package_loader": "from pathlib import Path\\nfrom site import getsitepackages\\n"
        "from pyodide_js import loadedPackages\\nSITE_PACKAGES = Path(getsitepackages()[0])\\nDSO_DIR = Path('/usr/lib')\\n"
        "def init_loaded_packages(): pass\\n",
    "pyodide/common": "",
    "_colorize": "class Plain:\\n    def __getattr__(self, name): return self if name == 'traceback' else ''\\n"
        "def get_theme(**_): return Plain()\\ndef can_colorize(**_): return False\\n",
    "tempfile": "",
}

with zipfile.ZipFile("/stdlib.zip") as old, zipfile.ZipFile("/small.zip", "w", zipfile.ZIP_STORED) as new:
    for name in old.namelist():
        data, source = old.read(name), STAND_INS.get(name.removesuffix(".pyc"))
        if source is not None:
            data = bytes(external._code_to_timestamp_pyc(compile(source, name, "exec"), 0, 0))
        new.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
with zipfile.ZipFile("/out.zip") as core:
    files = {name: core.read(name) for name in core.namelist()}
files
`;

// Everything that cutting a pasted text imports is imported; what compresses badly and is not needed to run goes: line tables and annotations.
const BARE = `
import gc, importlib, sys, types, zipimport

sys.dont_write_bytecode = True
sys.path.insert(0, "/khand")
for name in MODULES.split():
    importlib.import_module(name)
for name in "asyncio", "tempfile", "_colorize":
    del sys.modules[name]

# starting asks for signatures; afterwards only a dataclass does, which gets the module anew
class Later:
    def __getattr__(self, name):
        from importlib import import_module
        return getattr(import_module("inspect"), name)

for module in [each for each in sys.modules.values() if isinstance(each, types.ModuleType)]:
    for name, value in list(vars(module).items()):
        if value is sys.modules["inspect"]:
            setattr(module, name, Later())
        elif getattr(value, "__module__", None) == "inspect":
            delattr(module, name)
for name in "inspect", "dis", "opcode", "_opcode_metadata":
    del sys.modules[name]

def bare(code):
    if code not in known:
        inner = tuple(bare(each) if isinstance(each, types.CodeType) else each for each in code.co_consts)
        # "no line" for eight instructions at a time (Objects/locations.md in CPython); the last may be fewer
        full, rest = divmod(len(code.co_code) // 2, 8)
        lines = b"\\xff" * full + (bytes([0xF8 + rest - 1]) if rest else b"")
        known[code] = code.replace(co_linetable=lines, co_consts=inner)
    return known[code]

known, nothing = {}, {}
for each in gc.get_objects():
    if isinstance(each, types.FunctionType):
        each.__code__, each.__annotations__ = bare(each.__code__), nothing
zipimport._zip_directory_cache.clear()
sys.path_importer_cache.clear()
sys._clear_internal_caches()
del known, nothing, each, name, bare, module, value, Later, types, importlib, zipimport, MODULES
gc.collect()
held = [None] * 1_000_000

def hold(at, size):
    for place in range(at, at + 100):
        held[place] = bytes(size)
`;


// What was freed keeps its old contents: all of it is taken once more, filled with zeros and given back.
function blankFreeMemory(python) {
  const { _module: module } = python;
  const { _malloc: malloc, _free: free, _sbrk: sbrk } = module;
  let top = sbrk(0);
  const grown = () => {
    const more = sbrk(0) > top;
    top = sbrk(0);
    return more;
  };
  // small objects have pools of their own: bytes of every size class, with 17 bytes of header and end
  let at = 0;
  for (let size = 512; size > 16; size -= 16) {
    do python.runPython(`hold(${100 * at++}, ${size - 17})`); while (!grown());
  }
  python.runPython("del held, hold; gc.collect(); del gc, sys");
  const taken = [];
  for (let size = 1 << 18; size >= 24; size >>= 1) {
    for (let place = malloc(size); !grown(); place = malloc(size)) {
      module.HEAPU8.fill(0, place, place + size);
      taken.push(place);
    }
  }
  taken.forEach(free);
}

// Nothing of this machine or moment may get into a memory that is kept.
function fixSurroundings(random) {
  const now = Date.UTC(2026, 0, random);
  Date.now = () => now;
  performance.now = () => random;
  crypto.randomFillSync = (array) => array.fill(random);
}

// A Python's memory just before it starts, in which only the WebAssembly file and its surroundings have left traces.
async function freshMemory(folder, stdlib, home, random) {
  fixSurroundings(random);
  const { default: createModule } = await import(pathToFileURL(join(folder, "pyodide.asm.mjs")).href);
  let memory;
  const createPyodideModule = (settings) => createModule(Object.assign(settings, {
    onRuntimeInitialized() { memory = settings.HEAPU32.slice(); },
  }));
  await boot(folder, stdlib, { createPyodideModule, env: { HOME: home } });
  return memory;
}

// The memory of a Python in which khand is imported, to be put into a fresh one: starting is then copying.
// Kept as what differs from the fresh memory, which begins with the data of the WebAssembly file.
async function makeImage(folder, { files, first, stdlib }) {
  const small = join(mkdtempSync(join(tmpdir(), "khand-")), "stdlib.zip");
  writeFileSync(small, stdlib);
  const fresh = await freshMemory(folder, small, "/home/pyodide", 1);
  const other = await freshMemory(folder, small, "/home", 2);
  fixSurroundings(1);
  const shared = fresh.findIndex((word, place) => word !== other[place]);
  const python = await boot(folder, small, { _makeSnapshot: true, env: { PYTHONHASHSEED: "0" } });
  const data = {};
  const modules = [];
  for (const [name, bytes] of files) {
    python.FS.mkdirTree(dirname(`/khand/${name}`));
    python.FS.writeFile(`/khand/${name}`, bytes);
    if (!name.endsWith(".pyc")) data[name] = bytes;
    else modules.push(name.replace(/(\/__init__)?\.pyc$/, "").replaceAll("/", "."));
  }
  python.globals.set("MODULES", modules.filter((name) => first.includes(name)).join(" "));
  python.runPython(BARE);
  blankFreeMemory(python);
  return Buffer.concat(fold(python.makeMemorySnapshot(), fresh.subarray(0, shared), data));
}

async function repackStdlib(source) {
  const { loadPyodide } = await import(pathToFileURL(join(source, "pyodide.mjs")).href);
  const python = await loadPyodide();
  python.FS.writeFile("/in.zip", new Uint8Array(readFileSync(join(source, "python_stdlib.zip"))));
  python.globals.set("PRUNED", python.toPy(PRUNED));
  python.globals.set("ENCODINGS", python.toPy(ENCODINGS));
  python.runPython(REPACK);
  return Buffer.from(python.FS.readFile("/out.zip"));
}

function option(name) {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

const out = resolve(option("--out") ?? join(ROOT, "src/khand/web/runtime"));

// Brotli copies of the page's own modules and styles; each counts as long as the file is what it was.
function packPage() {
  rmSync(join(out, "page"), { recursive: true, force: true });
  const made_of = {};
  for (const name of readdirSync(PAGE, { recursive: true }).sort()) {
    if (!/\.(mjs|css)$/.test(name)) continue;
    const bytes = readFileSync(join(PAGE, name));
    mkdirSync(dirname(join(out, "page", name)), { recursive: true });
    writeFileSync(join(out, "page", `${name}.br`), brotli(bytes));
    made_of[name] = sha256(bytes);
  }
  return made_of;
}

async function writeCore() {
  const core = await compileCore(out);
  const about = { made_of: core.made_of, files: {} };
  for (const [name, bytes] of [["core.zip", core.bytes], ["core.image", await makeImage(out, core)]]) {
    const packed = brotli(bytes);
    writeFileSync(join(out, name), bytes);
    writeFileSync(join(out, `${name}.br`), packed);
    about.files[name] = { sha256: sha256(bytes), brotli_sha256: sha256(packed) };
    console.log(`${name}: ${bytes.length} bytes, brotli ${packed.length}`);
  }
  about.page = packPage();
  const write = () => writeFileSync(join(out, "core.json"), JSON.stringify(about, null, 1) + "\n");
  write();
  // the index names all other files by what is in them, so it comes last
  const index = khand("from khand.web import site; sys.stdout.buffer.write(site.site()['index.html'].data)");
  writeFileSync(join(out, "page", "index.html.br"), brotli(index));
  about.page["index.html"] = sha256(index);
  write();
}

if (process.argv.includes("--core")) {
  await writeCore();
  process.exit(0);
}
mkdirSync(join(out, "tables"), { recursive: true });
const source = unpackPyodide(option("--tarball"));
const lock = JSON.parse(readFileSync(join(source, "pyodide-lock.json"), "utf8")).info;
const manifest = { pyodide: PYODIDE, ...lock, files: {} };

function record(name, bytes, stored = true) {
  const packed = brotli(bytes);
  if (stored) writeFileSync(join(out, name), bytes);
  writeFileSync(join(out, `${name}.br`), packed);
  manifest.files[name] = {
    bytes: bytes.length, sha256: sha256(bytes), brotli_bytes: packed.length, brotli_sha256: sha256(packed),
  };
  console.log(`${name}: ${bytes.length} bytes, brotli ${packed.length}`);
}

for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"]) {
  record(name, readFileSync(join(source, name)));
}
record("stdlib.zip", await repackStdlib(source));
// the table itself stays with the tokenizers; the others come later, in the background
record(`tables/${FIRST_TABLE}`, readFileSync(join(TABLES, FIRST_TABLE)), false);
writeFileSync(join(out, "manifest.json"), JSON.stringify(manifest, null, 1) + "\n");
process.exit(0);
