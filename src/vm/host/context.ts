// Host functions that return the context of a call: where the contract runs and who called it.

import { utf8ToBytes } from '../../base/bytes/bytes.ts';
import { ext } from '../gasCounter.ts';
import type { Host } from './host.ts';
import { type HostFunctions, hostFunction, i64, onlyWith } from './hostFunction.ts';

/** What `current_contract_code` returns for each kind of contract. */
const contractKindCodes = { None: 0n, Local: 1n, Global: 2n, GlobalByAccount: 3n } as const;

export const contextFunctions: HostFunctions = {
  current_account_id: hostFunction([i64], [], (host, registerId) => {
    host.gas.pay(ext.base);
    writeText(host, registerId, host.context.currentAccountId);
  }),

  chain_id: onlyWith(
    'chainIdHostFn',
    hostFunction([i64], [], (host, registerId) => {
      host.gas.pay(ext.base);
      writeText(host, registerId, host.context.chainId);
    }),
  ),

  signer_account_id: hostFunction([i64], [], (host, registerId) => {
    host.gas.pay(ext.base);
    host.prohibitInView('signer_account_id');
    writeText(host, registerId, host.context.signerAccountId);
  }),

  signer_account_pk: hostFunction([i64], [], (host, registerId) => {
    host.gas.pay(ext.base);
    host.prohibitInView('signer_account_pk');
    host.registers.write(registerId, host.context.signerPublicKey);
  }),

  predecessor_account_id: hostFunction([i64], [], (host, registerId) => {
    host.gas.pay(ext.base);
    host.prohibitInView('predecessor_account_id');
    writeText(host, registerId, host.context.predecessorAccountId);
  }),

  refund_to_account_id: hostFunction([i64], [], (host, registerId) => {
    host.gas.pay(ext.base);
    host.prohibitInView('refund_to_account_id');
    writeText(host, registerId, host.context.refundToAccountId);
  }),

  input: hostFunction([i64], [], (host, registerId) => {
    host.gas.pay(ext.base);
    host.registers.writeGiven(registerId, host.context.input);
  }),

  block_index: hostFunction([], [i64], (host) => {
    host.gas.pay(ext.base);
    return BigInt(host.context.blockHeight);
  }),

  block_timestamp: hostFunction([], [i64], (host) => {
    host.gas.pay(ext.base);
    return host.context.blockTimestamp;
  }),

  epoch_height: hostFunction([], [i64], (host) => {
    host.gas.pay(ext.base);
    return BigInt(host.context.epochHeight);
  }),

  storage_usage: hostFunction([], [i64], (host) => {
    host.gas.pay(ext.base);
    return BigInt(host.storageUsage);
  }),

  random_seed: hostFunction([i64], [], (host, registerId) => {
    host.gas.pay(ext.base);
    host.registers.write(registerId, host.context.randomSeed());
  }),

  current_contract_code: hostFunction([i64], [i64], (host, registerId) => {
    host.gas.pay(ext.base);
    const contract = host.context.accountContract;
    if (contract.kind === 'GlobalByAccount') writeText(host, registerId, contract.value);
    else if (contract.kind !== 'None') host.registers.write(registerId, contract.value);
    return contractKindCodes[contract.kind];
  }),
};

function writeText(host: Host, registerId: bigint, text: string): void {
  host.registers.write(registerId, utf8ToBytes(text));
}
