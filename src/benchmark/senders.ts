// The accounts that send the transactions of a benchmark, on our node or another: subaccounts of
// one funded account, with its key, and names from both ends of the alphabet, so that shards share
// the work.

import { secretToPublic } from '../base/crypto/keys.ts';
import type { KeyFile } from '../home/homeFolder.ts';
import type { Action } from '../types/action.ts';
import { BenchAccount, sendParams } from './benchAccount.ts';
import type { Target } from './target.ts';

const LETTERS = 'azbycxdwevfugthsirjq';
const FUNDS = 20n * 10n ** 24n;

export async function createSenders(
  target: Target,
  funder: KeyFile,
  count: number,
): Promise<BenchAccount[]> {
  const { accountId, secretKey } = funder;
  const parent = await BenchAccount.open(target, funder);
  const accessKey = { nonce: 0n, permission: { kind: 'FullAccess', value: null } } as const;
  const actions: readonly Action[] = [
    { kind: 'CreateAccount', value: {} },
    { kind: 'AddKey', value: { publicKey: secretToPublic(secretKey), accessKey } },
    { kind: 'Transfer', value: { deposit: FUNDS } },
  ];
  // New on that chain.
  const tag = Date.now().toString(36);
  const letter = (i: number) => LETTERS[i % LETTERS.length];
  const names = Array.from({ length: count }, (_, i) => `${letter(i)}${i}-${tag}.${accountId}`);
  const created = names.map((name) => sendParams(parent.sign(name, actions), 'FINAL'));
  await target.callEach('send_tx', created);
  const senders: BenchAccount[] = [];
  for (const name of names) {
    senders.push(await BenchAccount.open(target, { accountId: name, secretKey }));
  }
  return senders;
}

/** Transactions expire some time after the block that they name, on some chains within seconds. */
export async function refreshSenders(
  target: Target,
  senders: readonly BenchAccount[],
): Promise<void> {
  const { header } = await target.call<{ header: { hash: string } }>('block', {
    finality: 'final',
  });
  for (const sender of senders) sender.useBlock(header.hash);
}
