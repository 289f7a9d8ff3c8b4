// A contract whose every text is markup: names of methods, its description of itself, what it
// returns as metadata and tokens, its logs, its events and its storage.

import { call, encodeContract, returnRegister } from '../../../src/contracts/contractCode.ts';

/** Markup that would run if a page took it as markup; at most as long as symbols are shown. */
export const SHORT_MARKUP = '<img src=x>';
export const BAD_MARKUP = '<img src=x onerror=alert(1)><script>alert(2)</script>';

const BAD_TYPE = {
  declaration: BAD_MARKUP,
  definitions: { [BAD_MARKUP]: { Struct: [[BAD_MARKUP, 'String']] } },
};

const ABI = JSON.stringify({
  schema_version: '0.4.0',
  metadata: { name: BAD_MARKUP, version: BAD_MARKUP },
  body: {
    functions: [
      {
        name: BAD_MARKUP,
        kind: 'view',
        doc: BAD_MARKUP,
        modifiers: [BAD_MARKUP],
        params: {
          serialization_type: 'json',
          args: [
            { name: BAD_MARKUP, type_schema: { type: 'string', description: BAD_MARKUP } },
            { name: '__proto__', type_schema: { $ref: `#/definitions/${BAD_MARKUP}` } },
          ],
        },
      },
      {
        name: 'log',
        kind: 'call',
        params: {
          serialization_type: 'borsh',
          args: [{ name: BAD_MARKUP, type_schema: BAD_TYPE }],
        },
      },
    ],
    root_schema: { definitions: { [BAD_MARKUP]: { enum: [BAD_MARKUP] } } },
  },
});

const event = (standard: string, name: string, data: object) =>
  `EVENT_JSON:${JSON.stringify({ standard, version: BAD_MARKUP, event: name, data: [data] })}`;

/** What each method returns or logs. */
const TEXTS = {
  abi: ABI,
  balance: '"5"',
  metadata: JSON.stringify({
    spec: BAD_MARKUP,
    name: BAD_MARKUP,
    symbol: SHORT_MARKUP,
    decimals: 0,
  }),
  tokens: JSON.stringify([{ token_id: BAD_MARKUP }, { token_id: 5 }, null]),
  log: BAD_MARKUP,
  unknown: event(BAD_MARKUP, BAD_MARKUP, { [BAD_MARKUP]: BAD_MARKUP }),
  moved: event('nep141', 'ft_transfer', {
    old_owner_id: BAD_MARKUP,
    new_owner_id: 'alice.test.near',
    amount: '5',
    memo: BAD_MARKUP,
  }),
  minted: event('nep171', 'nft_mint', { owner_id: 'alice.test.near', token_ids: [BAD_MARKUP] }),
};

const ALL = Object.values(TEXTS).join('');
const place = (name: keyof typeof TEXTS) => [TEXTS[name].length, ALL.indexOf(TEXTS[name])] as const;
const returns = (name: keyof typeof TEXTS) => call('value_return', ...place(name));
const logs = (name: keyof typeof TEXTS) => call('log_utf8', ...place(name));

export const hostileContract: Uint8Array = encodeContract(
  {
    __contract_abi: returns('abi'),
    [BAD_MARKUP]: returns('log'),
    log: [
      ...logs('log'),
      ...logs('unknown'),
      ...logs('moved'),
      ...logs('minted'),
      ...returns('log'),
    ],
    fail: call('panic_utf8', ...place('log')),
    echo: [...call('input', 0), ...returnRegister(0)],
    ft_balance_of: returns('balance'),
    ft_metadata: returns('metadata'),
    nft_supply_for_owner: returns('balance'),
    nft_tokens_for_owner: returns('tokens'),
  },
  ALL,
);
