// The context of a plain call with enough gas; tests change the parts they are about.

import type { VmContext } from '../../../src/vm/vmTypes.ts';

export function testContext(changes: Partial<VmContext> = {}): VmContext {
  return {
    chainId: 'localnet',
    currentAccountId: 'alice.near',
    signerAccountId: 'bob.near',
    signerPublicKey: new Uint8Array(33),
    predecessorAccountId: 'carol.near',
    refundToAccountId: 'dan.near',
    input: new Uint8Array(0),
    promiseResults: [],
    blockHeight: 10,
    blockTimestamp: 42n,
    epochHeight: 1,
    accountBalance: 100n,
    accountLockedBalance: 50n,
    storageUsage: 1000,
    accountContract: { kind: 'None' },
    attachedDeposit: 10n,
    prepaidGas: 300_000_000_000_000n,
    randomSeed: () => new Uint8Array(32).fill(7),
    view: null,
    outputDataReceivers: [],
    ...changes,
  };
}
