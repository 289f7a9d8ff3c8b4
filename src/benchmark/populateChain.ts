// Fills a chain, ours or that of another node, so that both have the same shape: transfers spread
// evenly over its next blocks, half of them to accounts that they create, and a contract.

import { setTimeout as sleep } from 'node:timers/promises';
import { bytesToHex, utf8ToBytes } from '../base/bytes/bytes.ts';
import { sha256 } from '../base/crypto/hash.ts';
import type { KeyFile } from '../home/homeFolder.ts';
import { type BenchAccount, DEPLOY, sendParams, TRANSFER } from './benchAccount.ts';
import { BenchError } from './benchError.ts';
import { sendAll } from './loadGenerator.ts';
import { createSenders } from './senders.ts';
import { requestBody, type Target } from './target.ts';

export interface ChainShape {
  readonly transfers: number;
  readonly blocks: number;
}

interface ChainFiller {
  readonly target: Target;
  readonly funder: KeyFile;
  readonly shape: ChainShape;
  /** After each tenth of the transfers. */
  progress(sent: number): void;
}

const SENDERS = 20;
const CONNECTIONS = 8;
const POLL_MS = 2;
const NO_BLOCK_MS = 60_000;

/** Returns the account with the contract. */
export async function populateChain(filler: ChainFiller): Promise<string> {
  const { target, funder, shape } = filler;
  const tag = Date.now().toString(36);
  const senders = await createSenders(target, funder, SENDERS);
  const [first] = senders as [BenchAccount];
  await target.call('send_tx', sendParams(first.sign(first.accountId, DEPLOY), 'FINAL'));
  let head = await waitForBlock(target, 0);
  const start = head.height;
  let sent = 0;
  for (; head.height - start < shape.blocks; head = await waitForBlock(target, head.height)) {
    for (const sender of senders) sender.useBlock(head.hash);
    const share = (head.height - start + 1) / shape.blocks;
    const due = Math.min(shape.transfers, Math.ceil(share * shape.transfers));
    const bodies = Array.from({ length: due - sent }, (_, i) =>
      transferBody(senders, sent + i, tag),
    );
    await sendAll(target.url, bodies, CONNECTIONS);
    if (Math.floor((sent * 10) / shape.transfers) < Math.floor((due * 10) / shape.transfers)) {
      filler.progress(due);
    }
    sent = due;
  }
  await target.call('send_tx', sendParams(first.sign(first.accountId, TRANSFER), 'FINAL'));
  return first.accountId;
}

/** Every other transfer creates an account, whose name is the hexadecimal form of a key. */
function transferBody(senders: readonly BenchAccount[], index: number, tag: string): string {
  const at = (place: number) => senders[place % senders.length] as BenchAccount;
  const receiver =
    index % 2 === 0
      ? bytesToHex(sha256(utf8ToBytes(`${tag} ${index}`)))
      : at(index + senders.length / 2).accountId;
  return requestBody('send_tx', sendParams(at(index).sign(receiver, TRANSFER), 'NONE'));
}

interface Head {
  readonly height: number;
  readonly hash: string;
}

/** The newest block, once it is higher than the given height. */
async function waitForBlock(target: Target, height: number): Promise<Head> {
  const endMs = performance.now() + NO_BLOCK_MS;
  while (performance.now() < endMs) {
    const { header } = await target.call<{ header: Head }>('block', { finality: 'optimistic' });
    if (header.height > height) return header;
    await sleep(POLL_MS);
  }
  const message = `no block after ${height} came within ${NO_BLOCK_MS / 1000} s`;
  throw new BenchError({ code: 'failed_request' }, message);
}
