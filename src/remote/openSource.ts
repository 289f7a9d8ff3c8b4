// What `perigee trace --from` names: a node, or blocks with a node beside them for the rows.

import { bytesToUtf8, utf8ToBytes } from '../base/bytes/bytes.ts';
import { string } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { type BlockSource, BlockSourceError } from '../follow/sources/blockSource.ts';
import { sourceClock } from '../follow/sources/sourceClock.ts';
import { createBlockSource, parseSourceSpec } from '../follow/sources/sourceSpec.ts';
import type { KeptAnswers } from './keptAnswers.ts';
import { RemoteError } from './remoteError.ts';
import { RemoteNode } from './remoteNode.ts';

interface SourceOptions {
  /** An address, or the name of a source of blocks. */
  readonly from: string;
  /** The node that has the rows; by default the server of the blocks. */
  readonly rows: string | undefined;
  readonly kept: KeptAnswers;
  readonly isOffline: boolean;
  onRequest(): void;
}

interface RemoteSource {
  readonly node: RemoteNode;
  readonly blocks: BlockSource | null;
}

const Status = struct({ chainId: string });

export async function openSource(options: SourceOptions): Promise<RemoteSource> {
  const { from, rows, onRequest } = options;
  const node = (url: string) => new RemoteNode(url, onRequest);
  if (URL.canParse(from) && /^https?:$/.test(new URL(from).protocol)) {
    if ((await detectKind(options)) === 'node') return { node: node(from), blocks: null };
    return { node: node(rows ?? from), blocks: await openBlocks(`neardata:${from}`) };
  }
  const spec = parseSourceSpec(from);
  const address = rows ?? (spec.kind === 'neardata' ? spec.url.href : undefined);
  if (address === undefined) throw createRowsError(from);
  return { node: node(address), blocks: await openBlocks(from) };
}

function openBlocks(text: string): Promise<BlockSource> {
  return createBlockSource(text, {}, { clock: sourceClock, report: () => {} });
}

function createRowsError(from: string): RemoteError {
  const text = `${from} has blocks and no state; name an archival node with --rows URL`;
  return new RemoteError('remote_source', text);
}

/** A node answers JSON-RPC; a server of neardata has blocks at paths. */
async function detectKind(options: SourceOptions): Promise<'node' | 'neardata'> {
  const { from, rows, kept, isOffline } = options;
  const question = `kind of ${from}`;
  const known = kept.read(question);
  if (known !== null) return bytesToUtf8(known) === 'neardata' ? 'neardata' : 'node';
  if (isOffline) return 'node';
  const node = new RemoteNode(from);
  let kind: 'node' | 'neardata' = 'node';
  try {
    await node.ask('status', [null], Status);
  } catch (error) {
    if (!(await hasBlocks(from))) {
      const text = `${node.name} is neither a NEAR node nor a neardata server`;
      throw new RemoteError('remote_source', `${text}: ${(error as Error).message}`, error);
    }
    if (rows === undefined) throw createRowsError(node.name);
    kind = 'neardata';
  }
  kept.keep(question, utf8ToBytes(kind));
  return kind;
}

async function hasBlocks(url: string): Promise<boolean> {
  const source = await openBlocks(`neardata:${url}`);
  try {
    return (await source.lastHeight(new AbortController().signal)) !== null;
  } catch (error) {
    if (error instanceof BlockSourceError || error instanceof SyntaxError) return false;
    throw error;
  } finally {
    source.close();
  }
}
