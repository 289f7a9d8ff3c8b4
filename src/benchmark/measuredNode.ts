// The program in a separate process, as a user starts it, to be measured.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { BenchError } from './benchError.ts';
import { pinnedCommand } from './cores.ts';
import { Target } from './target.ts';
import { withFolder } from './withFolder.ts';

const BYTES_PER_KIB = 1024;
const BYTES_PER_MB = 1_000_000;

export class MeasuredNode extends Target {
  static readonly #running = new Set<MeasuredNode>();
  readonly #child: ChildProcess;
  /** From the start of the process to its first response. */
  readonly firstAnswerMs: number;

  private constructor(child: ChildProcess, url: string, startMs: number, answeredMs: number) {
    super(url, child.pid ?? null);
    this.#child = child;
    this.firstAnswerMs = answeredMs - startMs;
    MeasuredNode.#running.add(this);
  }

  static async start(
    program: string,
    args: readonly string[],
    cores: readonly number[] | null = null,
  ): Promise<MeasuredNode> {
    const startMs = performance.now();
    const command = [program, 'start', '--port', '0', '--log', 'error', ...args];
    const [file = '', ...rest] = pinnedCommand([process.execPath, ...command], cores);
    // The node stops when this channel closes, even if this process is killed.
    const child = spawn(file, rest, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    const url = await readUrl(child);
    const first = new Target(url);
    await first.call('status', []);
    const answeredMs = performance.now();
    first.close();
    return new MeasuredNode(child, url, startMs, answeredMs);
  }

  /** Resident memory in MB of the process and its children; null if unknown. */
  residentMb(): number | null {
    const { stdout } = spawnSync('ps', ['-e', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' });
    const rows = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number));
    const own = rows.filter(
      ([pid, parent]) => pid === this.#child.pid || parent === this.#child.pid,
    );
    if (own.length === 0) return null;
    const kibibytes = own.reduce((sum, [, , rss = 0]) => sum + rss, 0);
    return (kibibytes * BYTES_PER_KIB) / BYTES_PER_MB;
  }

  async stop(): Promise<void> {
    MeasuredNode.#running.delete(this);
    this.close();
    if (this.#child.connected) this.#child.disconnect();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }

  /** For a benchmark that is stopped before its end. */
  static async stopAll(): Promise<void> {
    await Promise.all([...MeasuredNode.#running].map((node) => node.stop()));
  }
}

/** Runs a task against a node with its own home folder. */
export function withNode<T>(
  program: string,
  args: readonly string[],
  task: (node: MeasuredNode) => Promise<T>,
): Promise<T> {
  return withFolder((home) => withNodeIn(home, { program, args, cores: null }, task));
}

interface NodeStart {
  readonly program: string;
  readonly args: readonly string[];
  readonly cores: readonly number[] | null;
}

/** The same in a given home folder, which may hold a chain. */
export async function withNodeIn<T>(
  home: string,
  { program, args, cores }: NodeStart,
  task: (node: MeasuredNode) => Promise<T>,
): Promise<T> {
  const node = await MeasuredNode.start(program, ['--home', home, ...args], cores);
  try {
    return await task(node);
  } finally {
    await node.stop();
  }
}

/** The program prints the address it listens on. */
function readUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (data: Buffer) => {
      output += data.toString();
      const url = /RPC +(http:[^\s"]+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', () =>
      reject(new BenchError({ code: 'node_ended' }, 'The node ended before it answered.')),
    );
  });
}
