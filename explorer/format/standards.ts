// The standards whose methods a contract exports. That it keeps to them is not known.

const STANDARDS: readonly (readonly [name: string, methods: readonly string[]])[] = [
  ['NEP-141', ['ft_transfer', 'ft_transfer_call', 'ft_balance_of', 'ft_total_supply']],
  ['NEP-145', ['storage_deposit', 'storage_withdraw', 'storage_balance_of']],
  ['NEP-148', ['ft_metadata']],
  ['NEP-171', ['nft_transfer', 'nft_transfer_call', 'nft_token']],
  ['NEP-177', ['nft_metadata']],
  ['NEP-178', ['nft_approve', 'nft_revoke', 'nft_is_approved']],
  ['NEP-181', ['nft_total_supply', 'nft_tokens', 'nft_supply_for_owner']],
  ['NEP-245', ['mt_transfer', 'mt_transfer_call', 'mt_balance_of']],
  ['NEP-330', ['contract_source_metadata']],
];

export function listStandards(methods: readonly string[]): string[] {
  const exported = new Set(methods);
  return STANDARDS.filter(([, wanted]) => wanted.every((name) => exported.has(name))).map(
    ([name]) => name,
  );
}
