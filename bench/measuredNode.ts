// The program in a process of its own, as a user starts it, to be measured.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

const BYTES_PER_KIB = 1024;

export class MeasuredNode {
  readonly #child: ChildProcess;
  readonly url: URL;
  /** From the start of the process to its first answer. */
  readonly firstAnswerMs: number;

  private constructor(child: ChildProcess, url: URL, firstAnswerMs: number) {
    this.#child = child;
    this.url = url;
    this.firstAnswerMs = firstAnswerMs;
  }

  /** `program` is a script that takes the command line. */
  static async start(program: string, args: readonly string[]): Promise<MeasuredNode> {
    const start = performance.now();
    const child = spawn(
      process.execPath,
      [program, 'start', '--port', '0', '--log', 'error', ...args],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const url = new URL(await readUrl(child));
    const response = await fetch(new URL('/status', url));
    await response.arrayBuffer();
    return new MeasuredNode(child, url, performance.now() - start);
  }

  /** The result of a request. */
  async call<T>(method: string, params: unknown): Promise<T> {
    const response = await fetch(new URL(`/${method}`, this.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 'bench', method, params }),
    });
    const { result, error } = (await response.json()) as { result?: T; error?: unknown };
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result as T;
  }

  /** Resident memory in bytes; null where the system does not tell. */
  residentBytes(): number | null {
    const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(this.#child.pid)], {
      encoding: 'utf8',
    });
    const kibibytes = Number.parseInt(stdout ?? '', 10);
    return Number.isNaN(kibibytes) ? null : kibibytes * BYTES_PER_KIB;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }
}

/** The program prints where it answers. */
function readUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (data: Buffer) => {
      output += data.toString();
      const url = /RPC +(http:\S+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', () => reject(new Error('the node ended before it answered')));
  });
}
