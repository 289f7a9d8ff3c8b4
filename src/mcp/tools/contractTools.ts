// Tools about contracts: deploying, reading, calling and simulating calls.

import { formatGas } from '../../base/amounts.ts';
import { base64ToBytes, bytesToBase64, laxBase64ToBytes } from '../../base/bytes/bytes.ts';
import { ArgumentError } from '../../client/argumentError.ts';
import type { PerigeeSimulatedTransaction } from '../../client/generated/wire.ts';
import { described } from '../../codec/codec.ts';
import { bool, option, string } from '../../codec/primitives.ts';
import { defaulted } from '../../codec/struct.ts';
import { type CallResult, readValue } from '../../kit/callResult.ts';
import { findCallFault, readAbi } from '../../kit/checkCall.ts';
import { closed } from '../../rpc/params/params.ts';
import { readMethodNames } from '../../symbols/functionNames.ts';
import { WasmLayout } from '../../symbols/wasmLayout.ts';
import { defineTool, type Tool, type ToolContext } from '../tool.ts';
import {
  account,
  callArgs,
  deposit,
  type GivenArgs,
  gas,
  methodName,
  showValue,
} from '../toolParams.ts';

const contractId = account('The account with the contract.');
const unchecked = described(
  defaulted(bool, false),
  "Whether to send arguments that do not fit the contract's ABI.",
);

const deployContract = defineTool({
  name: 'deploy_contract',
  title: 'Deploy a contract',
  description:
    'Deploys a Wasm module to an account, which is created if it does not exist; with ' +
    '`init_method`, calls a method in the same transaction.',
  effect: 'change',
  params: closed('DeployContract', {
    accountId: account('The account.'),
    path: described(option(string), 'The .wasm file on this machine, as an absolute path.'),
    codeBase64: described(option(string), 'The module in base64, instead of a path.'),
    initMethod: described(option(string), 'Called after the deployment, such as `new`.'),
    initArgs: callArgs,
    deposit,
    gas,
  }),
  run: async ({ kit }, { accountId, path, codeBase64, initMethod, initArgs, deposit, gas }) => {
    if ((path === null) === (codeBase64 === null)) {
      throw new ArgumentError('deploy_contract', 'expected either path or code_base64');
    }
    const code = codeBase64 === null ? (path as string) : laxBase64ToBytes(codeBase64);
    const init = { method: initMethod ?? '', args: initArgs.bytes, deposit, gas };
    const target = initMethod === null ? { accountId } : { accountId, init };
    await kit.deploy(code, target);
    return { account_id: accountId, deployed: true, initialized: initMethod !== null };
  },
});

const listMethods = defineTool({
  name: 'list_methods',
  title: 'List the methods of a contract',
  description:
    'The methods of a contract with their arguments and results, from its ABI; for a contract ' +
    'without an ABI the names alone.',
  effect: 'read',
  params: closed('ListMethods', { contractId }),
  run: async ({ rpc }, { contractId: id }) => {
    const query = { request_type: 'view_code', account_id: id, finality: 'optimistic' } as const;
    const { code_base64: code, hash } = await rpc('query', query);
    const abi = await readAbi(rpc, id);
    const names = readMethodNames(new WasmLayout(base64ToBytes(code)));
    const methods = abi === null ? names : [...abi.methods.values()].map(describeMethod);
    return { contract_id: id, code_hash: hash, has_abi: abi !== null, methods };
  },
});

function describeMethod(method: { signature: string; kind: string; doc: string | null }) {
  const { signature, kind, doc } = method;
  return { signature, kind, ...(doc !== null && { doc }) };
}

const viewMethod = defineTool({
  name: 'view_method',
  title: 'Call a method that reads',
  description: 'Calls a view method of a contract on the state after the newest block.',
  effect: 'read',
  params: closed('ViewMethod', { contractId, method: methodName, args: callArgs, unchecked }),
  run: async (context, { contractId: id, method, args, unchecked: isUnchecked }) => {
    if (!isUnchecked) await verifyArguments(context, id, method, args);
    return { result: showValue(await context.kit.view(id, method, args.bytes)) };
  },
});

const callParams = {
  signerId: account('Who calls; no key is needed on a local chain.'),
  contractId,
  method: methodName,
  args: callArgs,
  deposit,
  gas,
  unchecked,
};

const callMethod = defineTool({
  name: 'call_method',
  title: 'Call a method',
  description:
    'Calls a method of a contract in a transaction, and waits until all of it is executed. ' +
    'Returns the result, logs, events and gas; a failure says why, with the stack of the contract.',
  effect: 'change',
  params: closed('CallMethod', callParams),
  run: async (context, { signerId, contractId: id, method, args, deposit, gas, ...rest }) => {
    if (!rest.unchecked) await verifyArguments(context, id, method, args);
    const options = { deposit, gas };
    return describeCall(await context.kit.call(signerId, id, method, args.bytes, options));
  },
});

const simulateCall = defineTool({
  name: 'simulate_call',
  title: 'Simulate a call',
  description:
    'What a call would do, without sending it: its result or failure, the receipts, every row of ' +
    'the state that it would change, and the gas that it needs. The chain is not affected.',
  effect: 'read',
  params: closed('SimulateCall', callParams),
  run: async (context, { signerId, contractId: id, method, args, deposit, gas, ...rest }) => {
    if (!rest.unchecked) await verifyArguments(context, id, method, args);
    const call = { method_name: method, args: bytesToBase64(args.bytes), deposit: `${deposit}` };
    const actions = [{ FunctionCall: { ...call, gas: Number(gas) } }];
    const transactions = { signer_id: signerId, receiver_id: id, actions };
    const simulated = await context.rpc('perigee_simulate', { transactions, suggest_gas: true });
    return describeSimulated(simulated.transactions[0]);
  },
});

/** Without what only restates it, such as the gas profile of every receipt. */
function describeSimulated(simulated: PerigeeSimulatedTransaction | undefined) {
  if (simulated === undefined) return null;
  const { status, failure, failures, gas_burnt, suggested_gas, state_changes } = simulated;
  const isSuccess = typeof status === 'object' && 'SuccessValue' in status;
  return {
    ...(isSuccess
      ? { result: showValue(readValue(base64ToBytes(status.SuccessValue))) }
      : { failure: failure ?? status }),
    logs: simulated.receipts_outcome.flatMap(({ outcome }) => outcome.logs),
    gas_burnt: formatGas(BigInt(gas_burnt)),
    ...(suggested_gas !== undefined && { suggested_gas }),
    ...(failures !== undefined && { failures }),
    state_changes,
  };
}

async function verifyArguments(
  { rpc }: ToolContext,
  contract: string,
  method: string,
  args: GivenArgs,
): Promise<void> {
  const fault = await findCallFault(rpc, { contract, method, ...args });
  if (fault === null) return;
  throw new ArgumentError(method, `${fault} (\`unchecked\`: true sends it anyway.)`);
}

function describeCall({ value, hash, logs, events, gasBurnt }: CallResult<unknown>) {
  return {
    result: showValue(value),
    transaction_hash: hash,
    logs,
    events: events.map(({ contractId: contract_id, ...event }) => ({ contract_id, ...event })),
    gas_burnt: formatGas(gasBurnt),
  };
}

const viewStorage = defineTool({
  name: 'view_storage',
  title: 'View the storage of a contract',
  description: "Rows of a contract's storage, as text where they are text, else as `base64:…`.",
  effect: 'read',
  params: closed('ViewStorage', {
    contractId,
    prefixBase64: described(defaulted(string, ''), 'What the keys begin with, in base64.'),
    afterKeyBase64: described(option(string), 'The `next_after_key_base64` of the page before.'),
  }),
  run: async ({ rpc }, { contractId: id, prefixBase64, afterKeyBase64 }) => {
    const page = await rpc('query', {
      request_type: 'view_state',
      account_id: id,
      prefix_base64: prefixBase64,
      limit: STORAGE_ROWS_MAX,
      ...(afterKeyBase64 !== null && { after_key_base64: afterKeyBase64 }),
      finality: 'optimistic',
    });
    return {
      rows: page.values.map(({ key, value }) => [showBytes(key), showBytes(value)]),
      ...(page.last_key !== undefined && { next_after_key_base64: page.last_key }),
    };
  },
});

const STORAGE_ROWS_MAX = 200;

/** Most keys are Borsh: a text behind a prefix of bytes. */
function showBytes(base64: string): unknown {
  const bytes = base64ToBytes(base64);
  const isText = bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
  return isText ? Buffer.from(bytes).toString('latin1') : `base64:${base64}`;
}

export const CONTRACT_TOOLS: readonly Tool[] = [
  deployContract,
  listMethods,
  viewMethod,
  callMethod,
  simulateCall,
  viewStorage,
];
