// What a text names: the node is asked about everything it could be.

import { parseHash } from '../proof/base58.ts';
import { formatRoute, type Route } from '../router.ts';
import { chainHead } from './connection.ts';
import { findAccounts } from './controls.ts';
import { lookBack } from './lookBack.ts';
import { askMany } from './node.ts';
import { transactionParams } from './receiptTree.ts';

export interface Found {
  readonly what: string;
  readonly route: Route;
}

/** Blocks that are looked through for the user of a key, at most. */
export const KEY_BLOCKS = 2000;

export async function search(text: string): Promise<Found[]> {
  if (/^(ed25519|secp256k1|ml-dsa-65(-hash)?):/.test(text)) return searchKey(text);
  const found: Found[] = [];
  const questions: (Found & { readonly method: string; readonly params: unknown })[] = [];
  const ask = (what: string, page: Route['page'], method: string, params: unknown) =>
    questions.push({ what, route: { page, subject: text }, method, params });
  if (/^\d{1,15}$/.test(text)) {
    ask(`Block ${text}`, 'block', 'block', { block_id: Number(text) });
  }
  if (parseHash(text) !== null) {
    ask('Transaction', 'tx', 'tx_status', transactionParams(text));
    ask('Block', 'block', 'block', { block_id: text });
    ask('Receipt', 'receipt', 'EXPERIMENTAL_receipt', { receipt_id: text });
    ask('Chunk', 'chunk', 'chunk', { chunk_id: text });
    ask('Epoch', 'epoch', 'validators', { epoch_id: text });
  }
  if (isAccountId(text)) {
    ask(`Account ${text}`, 'account', 'query', {
      request_type: 'view_account',
      account_id: text,
      finality: 'optimistic',
    });
  }
  const answers = await askMany(questions.map(({ method, params }) => ({ method, params })));
  for (const [at, { what, route }] of questions.entries()) {
    if (answers[at] !== null) found.push({ what, route });
  }
  return found;
}

function isAccountId(text: string): boolean {
  return text.length >= 2 && text.length <= 64 && /^[a-z\d]+([-_.][a-z\d]+)*$/.test(text);
}

/**
 * Keys have no index: besides the accounts that the node knows, those are found that used the key
 * lately, by looking through blocks.
 */
async function searchKey(key: string): Promise<Found[]> {
  const to = chainHead.value?.height ?? 0;
  const { events } = await lookBack({ to, blocksMax: KEY_BLOCKS, kinds: ['transaction'] });
  const signers = events.flatMap(({ kind, data }) =>
    kind === 'transaction' && data.transaction.public_key === key
      ? [data.transaction.signer_id]
      : [],
  );
  const accounts = (await findAccounts()) ?? [];
  const owners = accounts.filter(({ public_key }) => public_key === key);
  const names = new Set([...owners.map(({ account_id }) => account_id), ...signers]);
  return [...names].map((signer) => ({
    what: `Account ${signer}`,
    route: { page: 'account', subject: signer },
  }));
}

export function addressOf({ route }: Found): string {
  return formatRoute(route);
}
