// Search: requests everything that a text could identify.

import { parseHash } from '../proof/base58.ts';
import { formatRoute, type Route } from '../route.ts';
import { askMany, askNode } from './node.ts';
import { transactionParams } from './receiptTree.ts';

export interface Found {
  readonly what: string;
  readonly route: Route;
}

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
  const keyed = parseHash(text) === null ? [] : await searchKey(`ed25519:${text}`);
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
  return [...found, ...keyed];
}

function isAccountId(text: string): boolean {
  return text.length >= 2 && text.length <= 64 && /^[a-z\d]+([-_.][a-z\d]+)*$/.test(text);
}

/** The accounts that have the key, without those that deleted it. */
async function searchKey(key: string): Promise<Found[]> {
  const { account_ids } = await askNode('perigee_key_accounts', {
    public_key: key,
  });
  const answers = await askMany(
    account_ids.map((account_id) => {
      const question = { request_type: 'view_access_key', account_id, public_key: key };
      return { method: 'query', params: { ...question, finality: 'optimistic' } };
    }),
  );
  return account_ids
    .filter((_, at) => answers[at] !== null)
    .map((name) => ({ what: `Account ${name}`, route: { page: 'account', subject: name } }));
}

export function addressOf({ route }: Found): string {
  return formatRoute(route);
}
