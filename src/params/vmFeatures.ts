// What the contract VM of this protocol version does, in the words of the reference's parameters.
// It is reported to clients and decides nothing: the VM implements exactly this, without switches.

import { freezeDeep } from './freezeDeep.ts';

export const vmFeatures = freezeDeep({
  flatStorageReads: true,
  fixContractLoadingCost: false,
  fixContractLoadingError: true,
  vmKind: 'Wasmtime',
  ethImplicitAccounts: true,
  discardCustomSections: true,
  globalContractHostFns: true,
  reftypesBulkMemory: true,
  gasKeyHostFns: true,
  fixMlDsaCostCharging: false,
  oneYoctoOnPromise: true,
  p256VerifyHostFn: true,
  mlDsaVerifyHostFn: true,
  sha3HostFns: false,
  yieldWithIdHostFns: true,
  chainIdHostFn: true,
  bls12381NotInGroupFix: false,
  useStateStoredReceipt: true,
});
