// The part of the token's ABI that the tests use, as cargo-near writes it.

const TEXT = { type: 'string' } as const;
const transferArgs = [
  { name: 'receiver_id', type_schema: TEXT },
  { name: 'amount', type_schema: TEXT },
  { name: 'memo', type_schema: { type: ['string', 'null'] } },
] as const;

export const TOKEN_ABI = {
  body: {
    functions: [
      {
        name: 'ft_balance_of',
        kind: 'view',
        params: { args: [{ name: 'account_id', type_schema: TEXT }] },
        result: { type_schema: TEXT },
      },
      { name: 'ft_transfer', kind: 'call', params: { args: transferArgs } },
      {
        name: 'ft_transfer_call',
        kind: 'call',
        params: { args: [...transferArgs, { name: 'msg', type_schema: TEXT }] },
        result: { type_schema: TEXT },
      },
      {
        name: 'storage_deposit',
        kind: 'call',
        params: { args: [] },
      },
    ],
  },
} as const;
