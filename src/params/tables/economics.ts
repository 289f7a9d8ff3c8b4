// What gas, storage, accounts and signatures cost at version 84. Balances are in yoctoNEAR.

import type { Ratio } from '../../types/genesis.ts';
import { freezeDeep } from '../freezeDeep.ts';

export const economics = freezeDeep({
  /** The share of the gas burnt by a call that its contract is paid. */
  burntGasReward: [3, 10] as Ratio,
  pessimisticGasPriceInflation: [1, 1] as Ratio,
  gasRefundPenalty: [0, 100] as Ratio,
  minGasRefundPenalty: 0n,
  /** The lowest price at which the gas of a receipt is bought. */
  minGasPurchasePrice: 0n,
  /** What the creation of an account shall cost in all. */
  accountCreationCharge: 0n,
});

export const storage = freezeDeep({
  storageAmountPerByte: 10_000_000_000_000_000_000n,
  numBytesAccount: 100,
  numExtraBytesRecord: 40,
  globalContractStorageAmountPerByte: 100_000_000_000_000_000_000n,
});

export type Storage = typeof storage;

/** Longer than any legal id: only the registrar creates named top-level accounts. */
export const accountCreation = freezeDeep({
  minAllowedTopLevelAccountLength: 65,
  registrarAccountId: 'registrar',
});

/** Compute added where a distribution receipt of a global contract is applied; it has no gas. */
export const globalContractDistribution = freezeDeep({
  executionBaseCompute: 20_000_000_000_000n,
  executionPerByteCompute: 250_000_000n,
});

/** Charged when a signed transaction is converted to a receipt, by the type of the signer's key. */
export const signatureVerification = freezeDeep({
  ed25519: { gas: 0n, compute: 0n },
  secp256k1: { gas: 0n, compute: 0n },
  'ml-dsa-65': { gas: 0n, compute: 0n },
});
