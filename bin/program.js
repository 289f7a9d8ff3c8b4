// Loads the linked program (`scripts/link.js`). If it was compiled ahead by this version of Node
// (`scripts/compileAhead.js`), it need not be compiled again; V8 refuses what another one has made.
// Packages come without compiled code: the first program that runs for a while leaves its own.

const {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
} = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');
const { threadId } = require('node:worker_threads');

const LINKED = join(__dirname, '..', 'dist', 'linked');
const PROGRAM = join(LINKED, 'program.js');
/** The commands of the part `main`; the others are in `tools`, which need not be small. */
const NODE_COMMANDS = ['start', 'run', 'localnet', 'init', 'view-state'];
/** How often a thread keeps what it has compiled, while the program is compiled ahead. */
const KEEP_MS = 500;
/** A program that has run for so long is a node, which has compiled what later ones need. */
const FIRST_KEEP_MS = 5_000;
/** A page of WebAssembly. */
const PAGE_BYTES = 65_536;

/**
 * Gives the function that loads a module of `dist`, such as `cli/main.js`, with its exports.
 *
 * @param {string} part `main`, `tools` or the name of a worker
 * @returns {(id: string) => Promise<any>}
 */
function openProgram(part) {
  const { modules } = load(part);
  return async (id) => modules[id]?.();
}

/** Gives what `dist/index.js` exports, without a promise: programs may `require` the package. */
function openLibrary() {
  return load('main').library();
}

/**
 * @typedef {object} Linked
 * @property {Record<string, () => Promise<any>>} modules
 * @property {() => any} library
 */

/**
 * @param {string} part
 * @returns {Linked}
 */
function load(part) {
  const path = `${PROGRAM}.${part}.bin`;
  const compiled = existsSync(path) ? readApart(path) : undefined;
  const script = new Script(readText(part), {
    filename: PROGRAM,
    ...(compiled !== undefined && { cachedData: compiled }),
  });
  if (process.env.PERIGEE_COMPILE_AHEAD === '1') keepRepeatedly(script, path);
  else if (script.cachedDataRejected !== false) keepOnce(script, path);
  /** @type {{ exports: Linked }} */
  const module = { exports: { modules: {}, library: () => ({}) } };
  script.runInThisContext()(require, module, pathToFileURL(PROGRAM).href);
  return module.exports;
}

/**
 * The modules of a part, each in its line of the program, so that stack traces name that. The text
 * is ASCII: it takes a byte a character.
 *
 * @param {string} part
 */
function readText(part) {
  /** @type {Record<string, [from: number, to: number, lines: number][]>} */
  const parts = JSON.parse(readFileSync(join(LINKED, 'parts.json'), 'utf8'));
  const ranges = parts[part] ?? [];
  const bytes = allocateApart(
    ranges.reduce((sum, [from, to, lines]) => sum + to - from + lines, 0),
  );
  const file = openSync(PROGRAM, 'r');
  try {
    let length = 0;
    for (const [from, to, lines] of ranges) {
      bytes.fill('\n', length, length + lines);
      length += lines;
      length += readSync(file, bytes, length, to - from, from);
    }
    return bytes.toString('latin1');
  } finally {
    closeSync(file);
  }
}

/**
 * A file that is needed for a moment. Megabytes that a thread frees stay part of the process as a
 * gap between other things, but a memory of WebAssembly goes back to the system.
 *
 * @param {string} path
 */
function readApart(path) {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = allocateApart(size);
    let length = 0;
    for (let read = -1; read !== 0 && length < size; length += read) {
      read = readSync(file, bytes, length, size - length, null);
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/** @param {number} size */
function allocateApart(size) {
  try {
    const { buffer } = new WebAssembly.Memory({ initial: Math.ceil(size / PAGE_BYTES) });
    return Buffer.from(buffer, 0, size);
  } catch {
    // It reserves gigabytes of addresses, which the process may not have.
    return Buffer.alloc(size);
  }
}

/**
 * A thread that is terminated has no last moment, so this is done now and then.
 *
 * @param {Script} script
 * @param {string} path
 */
function keepRepeatedly(script, path) {
  const keep = () => keepCompiled(script, path);
  setInterval(keep, KEEP_MS).unref();
  process.once('exit', keep);
}

/**
 * @param {Script} script
 * @param {string} path
 */
function keepOnce(script, path) {
  const keep = () => {
    try {
      keepCompiled(script, path);
    } catch {
      // The folder of a package may be read-only.
    }
  };
  setTimeout(keep, FIRST_KEEP_MS).unref();
}

/**
 * Several threads and programs may do this at the same time.
 *
 * @param {Script} script
 * @param {string} path
 */
function keepCompiled(script, path) {
  const written = `${path}.${process.pid}.${threadId}`;
  writeFileSync(written, script.createCachedData());
  renameSync(written, path);
}

module.exports = { NODE_COMMANDS, openLibrary, openProgram };
