// The wallet contract that `0x…` accounts run. It is a global contract, a different one on each
// network; accounts that are older than global contracts name it by the hash of a placeholder.
// Follows `runtime/near-wallet-contract` of the reference.

import { bytesKey } from '../../base/bytes/bytes.ts';
import { type Hash, parseHash } from '../../base/crypto/hash.ts';
import { type AccountId, isEthImplicit } from '../../types/accountId.ts';

const MAINNET_WALLET = parseHash('2zodJZK2e4nnv5AqwCRnenNSmkikXhEd7PPY6BmfTmW4');
const TESTNET_WALLET = parseHash('3PpYvRxBfC5BkZxTw8ZFG3D52w1ZRhvDDWirKoxphMDn');
const LOCAL_WALLET = parseHash('FAq9tQRbwJPTV3PQLn2F7AUD3FW2Fw1V8ZeZuazfeu1v');

/** SHA-256 of `near` and the hash of an older wallet: mainnet, testnet, first testnet, local. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(
  [
    '77CJrGB4MNcG2fJXr87m3HCZngUMxZQYwhqGqcHSd7BB',
    'DBV2KeAR8iaEy6aGpmvAm5HAh1WiZRQ6Tsira4UM83S9',
    '4reLvkAWfqk5fsqio1KLudk46cqRz9erQdaHkWZKMJDZ',
    '5Ch7WN9GVGHY6rneCsHDHwiC6RPSXjRkXo3sA3c6TT1B',
  ].map((text) => bytesKey(parseHash(text))),
);

/** The hash of the wallet's code. Nothing checks that it has been deployed. */
export function ethWalletHash(chainId: string): Hash {
  if (chainId === 'mainnet' || chainId === 'mocknet') return MAINNET_WALLET;
  return chainId === 'testnet' ? TESTNET_WALLET : LOCAL_WALLET;
}

/** Whether an account's own code is only a placeholder for the wallet. */
export function isWalletPlaceholder(accountId: AccountId, codeHash: Hash): boolean {
  return isEthImplicit(accountId) && PLACEHOLDERS.has(bytesKey(codeHash));
}
