// A fungible token whose every account has the same balance, with storage as near-sdk writes it.

import {
  bytesToBase64,
  concatBytes,
  u32Le,
  u64Le,
  utf8ToBytes,
} from '../../../src/base/bytes/bytes.ts';
import { call, encodeContract } from '../../../src/contracts/contractCode.ts';
import { deploy, Sender } from '../../support/sender.ts';
import { ALICE, type LivelyNode } from './livelyNode.ts';

/** In the smallest unit, of which a token has a thousand. */
export const TOKEN_BALANCE = '12500000';

const TEXTS = {
  balance: `"${TOKEN_BALANCE}"`,
  metadata: '{"spec":"ft-1.0.0","name":"Token","symbol":"TOK","decimals":3}',
  minted: `EVENT_JSON:${JSON.stringify({
    standard: 'nep141',
    version: '1.0.0',
    event: 'ft_mint',
    data: [{ owner_id: ALICE, amount: '500' }],
  })}`,
  refused: 'The account dave.test.near is not registered',
};

const ALL = Object.values(TEXTS).join('');
const place = (name: keyof typeof TEXTS) => [TEXTS[name].length, ALL.indexOf(TEXTS[name])] as const;

const tokenContract = encodeContract(
  {
    ft_transfer: call('panic_utf8', ...place('refused')),
    ft_transfer_call: [],
    ft_total_supply: call('value_return', ...place('balance')),
    ft_balance_of: call('value_return', ...place('balance')),
    ft_metadata: call('value_return', ...place('metadata')),
    ft_mint: [
      ...call('log_utf8', ...place('minted')),
      ...call('value_return', ...place('balance')),
    ],
  },
  ALL,
);

const text = (value: string) => concatBytes(u32Le(value.length), utf8ToBytes(value));

/** The state of a contract with a map of accounts, a list, and an owner. */
const ENTRIES: readonly (readonly [key: Uint8Array, value: Uint8Array])[] = [
  [utf8ToBytes('STATE'), concatBytes(text('bob.test.near'), text('a'), u64Le(125n))],
  [concatBytes(utf8ToBytes('a'), text(ALICE)), new Uint8Array(16).fill(1, 0, 1)],
  [concatBytes(utf8ToBytes('v'), u64Le(0n)), text('first')],
];

export async function deployToken({ rpc }: LivelyNode, owner: string): Promise<void> {
  await new Sender(rpc, owner).send(owner, [deploy(tokenContract)]);
  for (const [key, value] of ENTRIES) {
    await rpc.call('perigee_set_storage', {
      account_id: owner,
      key_base64: bytesToBase64(key),
      value_base64: bytesToBase64(value),
    });
  }
}
