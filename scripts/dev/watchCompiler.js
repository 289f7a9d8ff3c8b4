// Runs `tsc --watch` on one project: prints the compiler's output, and reports each finished
// compilation.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../setup.js';

/** Finds TypeScript's executable. `bin/tsc` starts it too, but would leave it running. */
const FIND_COMPILER = join(ROOT, 'node_modules', 'typescript', 'lib', 'getExePath.js');
/** The line that ends every compilation. */
const DONE = /Found (\d+) errors?\. Watching for file changes\./;
/** Progress messages, which are not printed. */
const NOISE = /Starting (incremental )?compilation|^\s*$/;

/**
 * @param {string} project a tsconfig file, from the root folder
 * @param {(errors: number) => void} onCompiled
 * @returns {Promise<import('node:child_process').ChildProcess>}
 */
export async function watchCompiler(project, onCompiled) {
  const { default: findCompiler } = await import(pathToFileURL(FIND_COMPILER).href);
  const args = ['--project', project, '--watch', '--preserveWatchOutput'];
  const child = spawn(findCompiler(), args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const done = DONE.exec(line);
    if (done !== null) onCompiled(Number(done[1]));
    else if (!NOISE.test(line)) process.stderr.write(`${line}\n`);
  });
  return child;
}
