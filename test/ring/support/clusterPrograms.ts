// The programs of a cluster, each in its own process: writers and front ends.

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { parseCassandraAddress } from '../../../src/cluster/cassandra.ts';
import { Cluster } from '../../../src/cluster/cluster.ts';
import { eventually } from '../../support/eventually.ts';
import type { RpcClient } from '../../support/rpcClient.ts';
import { NodeProcess, startNodeProcess } from '../../support/runningNode.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';

export function startWriter(
  home: string,
  cluster: string,
  ...args: readonly string[]
): NodeProcess {
  return startNodeProcess(home, '--ring', cluster, ...args);
}

export function startFrontEnd(cluster: string, ...args: readonly string[]): NodeProcess {
  return new NodeProcess(['serve', '--store', cluster, '--port', '0', '--log', 'error', ...args]);
}

/** A writer that waits for the cluster responds before its first block is there. */
export async function clusterWritten(address: string, height = 0): Promise<void> {
  await eventually(`the cluster has block ${height}`, async () => {
    const cluster = await Cluster.open(parseCassandraAddress(address), { create: false }).catch(
      () => null,
    );
    const state = await cluster?.state().catch(() => null);
    await cluster?.close().catch(() => {});
    return (state?.tips?.head.height ?? -1) >= height;
  });
}

/** A home with the genesis and the keys of another one, and no chain. */
export function copyHome(home: string): string {
  const copy = createTemporaryFolder();
  for (const name of ['config.json', 'genesis.json', 'node_key.json', 'validator_key.json']) {
    cpSync(join(home, name), join(copy, name));
  }
  return copy;
}

export interface HeaderAnswer {
  readonly header: { readonly hash: string; readonly height: number; readonly prev_hash: string };
}

export function readHead(rpc: RpcClient): Promise<HeaderAnswer> {
  return rpc.call<HeaderAnswer>('block', { finality: 'optimistic' });
}

/** Resolves when the front end has reached the writer's head. */
export async function caughtUp(writer: RpcClient, front: RpcClient): Promise<void> {
  const { header } = await readHead(writer);
  await eventually(
    'the cluster catches up',
    async () => (await readHead(front)).header.height >= header.height,
  );
}

/** Every block below the head, found by height and by the hash that the next one names. */
export async function readChain(rpc: RpcClient): Promise<Map<number, string>> {
  const chain = new Map<number, string>();
  let { header } = await readHead(rpc);
  for (;;) {
    chain.set(header.height, header.hash);
    if (header.height === 0) return chain;
    const byHash = await rpc.call<HeaderAnswer>('block', { block_id: header.prev_hash });
    const byHeight = await rpc.call<HeaderAnswer>('block', { block_id: byHash.header.height });
    if (byHeight.header.hash !== header.prev_hash) {
      throw new Error(`height ${byHash.header.height} leads to ${byHeight.header.hash}`);
    }
    header = byHash.header;
  }
}
