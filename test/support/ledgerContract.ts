// A contract whose ABI has types in Borsh, as near-sdk embeds it without compression: `put` and
// `get` return their input, of which the first argument is an entry.

import { call, encodeContract, returnRegister } from '../../src/contracts/contractCode.ts';

const ENTRY = {
  declaration: 'Entry',
  definitions: {
    Entry: {
      Struct: [
        ['owner', 'String'],
        ['amount', 'u128'],
        ['state', 'State'],
      ],
    },
    State: {
      Enum: {
        tag_width: 1,
        variants: [
          [0, 'Open', 'StateOpen'],
          [1, 'Closed', 'StateClosed'],
        ],
      },
    },
    StateOpen: { Struct: null },
    StateClosed: { Struct: ['u64'] },
    u64: { Primitive: 8 },
    u128: { Primitive: 16 },
  },
};
const COUNT = { declaration: 'u32', definitions: { u32: { Primitive: 4 } } };
const entry = { name: 'entry', type_schema: ENTRY };
const result = { serialization_type: 'borsh', type_schema: ENTRY };

export const LEDGER_ABI = JSON.stringify({
  schema_version: '0.4.0',
  metadata: { name: 'ledger', version: '0.1.0' },
  body: {
    functions: [
      {
        name: 'put',
        kind: 'call',
        params: {
          serialization_type: 'borsh',
          args: [entry, { name: 'times', type_schema: COUNT }],
        },
        result,
      },
      { name: 'get', kind: 'view', params: { serialization_type: 'borsh', args: [entry] }, result },
    ],
    root_schema: {},
  },
});

const returnInput = [...call('input', 0), ...returnRegister(0)];

export const ledgerContract: Uint8Array = encodeContract(
  {
    __contract_abi: call('value_return', LEDGER_ABI.length, 0),
    put: returnInput,
    get: returnInput,
  },
  LEDGER_ABI,
);
