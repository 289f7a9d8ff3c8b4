// Loads the linked program (`scripts/link.js`). If it was compiled ahead by this version of Node
// (`scripts/compileAhead.js`), it need not be compiled again; V8 refuses what another one has made.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const PROGRAM_URL = new URL('../dist/linked/program.js', import.meta.url);
const PROGRAM = fileURLToPath(PROGRAM_URL);
/** The main thread and the others use different parts. */
const COMPILED = `${PROGRAM}.${isMainThread ? 'main' : 'worker'}.bin`;

/**
 * Gives the function that loads a module of `dist`, such as `cli/main.js`, with its exports.
 *
 * @returns {(id: string) => Promise<any>}
 */
export function openProgram() {
  const compiled = existsSync(COMPILED) ? readFileSync(COMPILED) : undefined;
  // The text is ASCII: it takes a byte a character.
  const script = new Script(readFileSync(PROGRAM, 'latin1'), {
    filename: PROGRAM,
    ...(compiled !== undefined && { cachedData: compiled }),
  });
  if (process.env.PERIGEE_COMPILE_AHEAD === '1') {
    process.once('exit', () => writeFileSync(COMPILED, script.createCachedData()));
  }
  /** @type {{ exports: { modules: Record<string, () => Promise<any>> } }} */
  const module = { exports: { modules: {} } };
  script.runInThisContext()(createRequire(PROGRAM), module, PROGRAM_URL.href);
  const { modules } = module.exports;
  return async (id) => modules[id]?.();
}
