// The switches of the contract VM at version 84, under the names of the reference's parameters.

import { freezeDeep } from '../freezeDeep.ts';

export const vmFlags = freezeDeep({
  flatStorageReads: true,
  vmKind: 'Wasmtime' as const,
  ethImplicitAccounts: true,
  discardCustomSections: true,
  globalContractHostFns: true,
  reftypesBulkMemory: true,
  useStateStoredReceipt: true,
  oneYoctoOnPromise: false,
  p256VerifyHostFn: false,
  gasKeyHostFns: false,
  chainIdHostFn: false,
  yieldWithIdHostFns: false,
  mlDsaVerifyHostFn: false,
  sha3HostFns: false,
  universalAccounts: false,
  fixContractLoadingError: false,
  fixContractLoadingCost: false,
  fixMlDsaCostCharging: false,
  bls12381NotInGroupFix: false,
});

/** A switch that is on or off. */
export type VmFlag = Exclude<keyof typeof vmFlags, 'vmKind'>;
