// Where rows are restored from: a cluster, a block export, another node, or another home folder of
// the same chain. A source returns the rows that it has; the caller checks them.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesToBase64 } from '../base/bytes/bytes.ts';
import { Column } from '../chain/columns/columns.ts';
import { TipRecord } from '../chain/records/storedRecords.ts';
import { parseCassandraAddress } from '../cluster/cassandra.ts';
import { Cluster } from '../cluster/cluster.ts';
import { encode } from '../codec/codec.ts';
import { Follower } from '../follow/follower.ts';
import { openFromGenesis } from '../follow/openFromGenesis.ts';
import { sourceClock } from '../follow/sources/sourceClock.ts';
import { createBlockSource, type SourceSettings } from '../follow/sources/sourceSpec.ts';
import { HomeError, storePathOf } from '../home/homeFolder.ts';
import { createChainRpc } from '../node/follow/chainRpc.ts';
import type { ProtocolRules } from '../params/protocolRules.ts';
import { ROWS_MAX, RowsView } from '../rpc/methods/perigee_rows.ts';
import { openStore } from '../store/openStore.ts';
import type { StoreReader } from '../store/store.ts';
import type { Genesis } from '../types/genesis.ts';
import type { RowPlace } from './storeFaults.ts';

export interface RowSource {
  /** The maximum number of rows per request. */
  readonly rowsMax: number;
  /** In the same order; null for rows that it does not have. */
  read(rows: readonly RowPlace[]): Promise<readonly (Uint8Array | null)[]>;
  close(): Promise<void>;
}

interface RowSourceOptions extends SourceSettings {
  /** As on the command line. */
  readonly from: string;
  readonly token?: string | undefined;
  /** Null if the chain did not start from a genesis. */
  readonly genesis: Genesis | null;
  readonly rules: Partial<ProtocolRules>;
  readonly onStep: (where: string) => void;
}

export function openRowSource(options: RowSourceOptions): Promise<RowSource> {
  const { from } = options;
  if (from === 'itself') return openNothing();
  if (from.startsWith('cassandra:')) return openCluster(from);
  if (/^(neardata|lake):|^s3:/.test(from)) return openExport(options);
  return /^https?:/.test(from) ? openNode(options) : openFolder(from);
}

/** For rows that are derived from other rows of the store. */
async function openNothing(): Promise<RowSource> {
  return { rowsMax: 256, read: async (rows) => rows.map(() => null), close: async () => {} };
}

/** A cluster has all columns except the few that record the progress of a chain. */
async function openCluster(address: string): Promise<RowSource> {
  const cluster = await Cluster.open(parseCassandraAddress(address), { create: false });
  const { tips } = await cluster.state();
  const read = async ({ column, key }: RowPlace) => {
    if (column !== Column.meta) {
      return column.cluster === null ? null : cluster.get(column, key, 'quorum');
    }
    const name = Buffer.from(key).toString();
    if (tips === null || !Object.hasOwn(tips, name)) return null;
    return encode(TipRecord, tips[name as keyof typeof tips]);
  };
  return {
    rowsMax: 256,
    read: (rows) => Promise.all(rows.map(read)),
    close: () => cluster.close(),
  };
}

async function openNode({ from: url, token }: RowSourceOptions): Promise<RowSource> {
  const ask = createChainRpc({ url, token });
  return {
    rowsMax: ROWS_MAX,
    read: async (rows) => {
      const wanted = rows.map(({ column, key }) => ({
        column: column.name,
        key: bytesToBase64(key),
      }));
      return (await ask('perigee_rows', { rows: wanted }, RowsView)).rows;
    },
    close: async () => {},
  };
}

async function openFolder(directory: string): Promise<RowSource> {
  const store = await openStore({ path: storePathOf(directory), readOnly: true });
  return readFrom(store, () => store.close());
}

function readFrom(store: StoreReader, close: () => Promise<void>): RowSource {
  return {
    rowsMax: 256,
    read: async (rows) => rows.map(({ column, key }) => store.get(column, key) ?? null),
    close,
  };
}

/** Verifies the blocks of the export from genesis on, in a temporary store. */
async function openExport(options: RowSourceOptions): Promise<RowSource> {
  const { from, genesis, rules, onStep } = options;
  if (genesis === null) {
    throw new HomeError('rows are restored from blocks only where the chain began with a genesis');
  }
  const folder = mkdtempSync(join(tmpdir(), 'perigee-verify-'));
  const report = (trouble: string) => void process.stderr.write(`perigee: ${trouble}\n`);
  const blocks = await createBlockSource(from, options, { clock: sourceClock, report });
  const store = await openStore({ path: folder, temporary: true });
  const close = async () => {
    blocks.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const guide = openFromGenesis(store, genesis, { rules });
    const { transactionValidityPeriod: validityPeriod } = genesis.config;
    const follower = new Follower({ store, guide, validityPeriod, mayLackApprovals: true });
    const stop = new AbortController();
    const last = (await blocks.lastHeight(stop.signal)) ?? 0;
    for await (const message of blocks.blocks(follower.nextHeight, stop.signal)) {
      await follower.take(message);
      const { height } = message.block.header;
      onStep(`reading blocks, height ${height}`);
      if (height >= last) break;
    }
  } catch (error) {
    await close();
    throw error;
  }
  const source = readFrom(store, close);
  const isFollowed = ({ column }: RowPlace) => column.isSameFollowed;
  return {
    ...source,
    read: async (rows) => {
      const found = await source.read(rows);
      return found.map((row, i) => (isFollowed(rows[i] as RowPlace) ? row : null));
    },
  };
}
