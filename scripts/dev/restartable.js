// A child process that can be restarted with other arguments: the old one ends first. Restarts that
// are requested in that time are merged into one.

import { spawn } from 'node:child_process';
import { ROOT } from '../setup.js';

export class Restartable {
  #onExit;
  /** @type {import('node:child_process').ChildProcess | null} */
  #child = null;
  /** @type {readonly string[] | null} what to start when the child has ended */
  #next = null;

  /** @param {(status: number | null) => void} onExit called when it ends by itself */
  constructor(onExit) {
    this.#onExit = onExit;
  }

  /** @param {readonly string[]} args of Node */
  start(args) {
    this.#next = args;
    if (this.#child === null) this.#startNext();
    else this.#child.kill();
  }

  stop() {
    this.#next = null;
    this.#child?.kill();
  }

  #startNext() {
    const args = this.#next ?? [];
    this.#next = null;
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    this.#child = child;
    child.on('exit', (status) => {
      this.#child = null;
      if (this.#next !== null) this.#startNext();
      else this.#onExit(status);
    });
  }
}
