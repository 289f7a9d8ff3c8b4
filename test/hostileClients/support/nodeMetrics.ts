// The metrics of a running node as a test reads them, and how long other clients wait meanwhile.

import type { RpcClient } from '../../support/rpcClient.ts';

export async function readMetrics(rpc: RpcClient): Promise<string> {
  return (await fetch(`${rpc.url}/metrics`)).text();
}

/** A metric without labels, or with exactly these; 0 if it was not used yet. */
export function metricOf(text: string, name: string, labels = ''): number {
  const start = labels === '' ? `${name} ` : `${name}{${labels}} `;
  const line = text.split('\n').find((candidate) => candidate.startsWith(start));
  return line === undefined ? 0 : Number(line.slice(start.length));
}

export async function countRefused(rpc: RpcClient, reason: string): Promise<number> {
  return metricOf(await readMetrics(rpc), 'perigee_refused_total', `reason="${reason}"`);
}

/** Sends requests until stopped, and measures how long the responses take. */
export class Bystander {
  readonly #rpc: RpcClient;
  readonly #durationsMs: number[] = [];
  #isStopped = false;
  readonly #asking: Promise<void>;

  constructor(rpc: RpcClient) {
    this.#rpc = rpc;
    this.#asking = this.#ask();
  }

  /** The median and the longest time; rejects if a response was invalid. */
  async stop(): Promise<{ count: number; medianMs: number; maxMs: number }> {
    this.#isStopped = true;
    await this.#asking;
    const sorted = this.#durationsMs.toSorted((a, b) => a - b);
    const medianMs = sorted[Math.floor(sorted.length / 2)] ?? 0;
    return { count: sorted.length, medianMs, maxMs: sorted.at(-1) ?? 0 };
  }

  async #ask(): Promise<void> {
    while (!this.#isStopped) {
      const startMs = performance.now();
      await this.#rpc.call('block', { finality: 'final' });
      this.#durationsMs.push(performance.now() - startMs);
      // One request at a time adds no load.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
