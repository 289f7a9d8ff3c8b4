// Loads the linked program (`scripts/link.js`). If it was compiled ahead by this version of Node
// (`scripts/compileAhead.js`), it need not be compiled again; V8 refuses what another one has made.

const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');

const PROGRAM = join(__dirname, '..', 'dist', 'linked', 'program.js');
/** How often a thread keeps what it has compiled, while the program is compiled ahead. */
const KEEP_MS = 500;

/**
 * Gives the function that loads a module of `dist`, such as `cli/main.js`, with its exports.
 *
 * @param {'main' | 'chain' | 'view'} part the threads use different functions of the program
 * @returns {(id: string) => Promise<any>}
 */
function openProgram(part) {
  const path = `${PROGRAM}.${part}.bin`;
  const compiled = existsSync(path) ? readFileSync(path) : undefined;
  // The text is ASCII: it takes a byte a character.
  const script = new Script(readFileSync(PROGRAM, 'latin1'), {
    filename: PROGRAM,
    ...(compiled !== undefined && { cachedData: compiled }),
  });
  if (process.env.PERIGEE_COMPILE_AHEAD === '1') keepCompiled(script, path);
  /** @type {{ exports: { modules: Record<string, () => Promise<any>> } }} */
  const module = { exports: { modules: {} } };
  script.runInThisContext()(require, module, pathToFileURL(PROGRAM).href);
  const { modules } = module.exports;
  return async (id) => modules[id]?.();
}

/**
 * A thread that is terminated has no last moment, so this is done now and then.
 *
 * @param {Script} script
 * @param {string} path
 */
function keepCompiled(script, path) {
  const keep = () => {
    writeFileSync(`${path}.new`, script.createCachedData());
    renameSync(`${path}.new`, path);
  };
  setInterval(keep, KEEP_MS).unref();
  process.once('exit', keep);
}

module.exports = { openProgram };
