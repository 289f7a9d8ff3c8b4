// Profiles of contracts in Rust and AssemblyScript: names and places, calls that succeed, panic,
// trap and run out of gas, and how large a profile gets.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '../../../src/base/crypto/hash.ts';
import { CallTree } from '../../../src/trace/profile/callTree.ts';
import { flattenProfile } from '../../../src/trace/profile/flatProfile.ts';
import { formatProfile } from '../../../src/trace/profile/output/formatProfile.ts';
import { profileTransaction } from '../../../src/trace/profile/profileTransaction.ts';
import type { TransactionProfile } from '../../../src/trace/profile/transactionProfile.ts';
import { readBuilt } from '../../symbols/support/builtContracts.ts';
import { type ContractChain, createContractChain } from './contractChain.ts';
import { checkProfile } from './profileSums.ts';

const LEDGER = readBuilt('ledger.wasm');
const ARGS = '{"amount":6}';

/** The stack of a node, from the receipt on. */
function stackOf({ nodes, frames }: TransactionProfile, index: number): string[] {
  const stack: string[] = [];
  for (let at: number | null = index; at !== null; at = nodes[at]!.parent) {
    stack.unshift(frames[nodes[at]!.frame]!.name);
  }
  return stack;
}

const findNode = (profile: TransactionProfile, name: string): number =>
  profile.nodes.findIndex(({ frame }) => profile.frames[frame]!.name === name);

async function profileCall(
  chain: ContractChain,
  method: string,
  tgas = 20n,
): Promise<TransactionProfile> {
  const transactionHash = await chain.call({ method, args: ARGS, tgas });
  const profile = profileTransaction(chain.source, { transactionHash });
  assert.ok(profile);
  checkProfile(profile, chain.chain.stored);
  return profile;
}

/** By method: what is active where the call ends, or where it burns most. */
const STACKS: readonly (readonly [string, readonly string[]])[] = [
  ['choose', ['choose', 'ledger::half']],
  ['trap', ['trap']],
  ['host_error', ['host_error', 'near_sdk::environment::env::storage_write', 'storage_write']],
  ['spin', ['spin', '(out of gas)']],
];

test('calls that return, trap, fail in the host and run out of gas', async () => {
  const chain = await createContractChain(LEDGER, {
    'ledger.wasm': readBuilt('ledger.lines.wasm'),
  });
  for (const [method, stack] of STACKS) {
    const profile = await profileCall(chain, method);
    const node = findNode(profile, stack.at(-1)!);
    const whole = ['receipt at bob.test.near', `${method}()`, ...stack];
    assert.deepEqual(stackOf(profile, node), whole);
    assert.deepEqual(stackOf(profile, findNode(profile, '(contract loading)')), [
      ...whole.slice(0, 2),
      '(contract loading)',
    ]);
  }
  const missing = await profileCall(chain, 'no_such_method');
  assert.equal(findNode(missing, '(contract loading)'), -1, 'the fee is forgotten');

  const recursive = await profileCall(chain, 'recurse');
  const dig = flattenProfile(recursive).find(({ frame }) => frame.name === 'ledger::dig');
  assert.ok(dig && dig.calls > 1_000);
  assert.equal(dig.total, dig.self, 'gas below recursion counts once');
  assert.deepEqual([dig.frame.file, dig.frame.line], ['/ledger/src/lib.rs', 74]);
  const table = formatProfile(recursive, 8);
  assert.match(table, /ledger::dig +\/ledger\/src\/lib\.rs:74\n/);
  assert.match(table, /\n\d+ more burnt 0\.0\d+\n$/);
  assert.equal(profileTransaction(chain.source, { transactionHash: sha256(LEDGER) }), null);
});

test('a contract in AssemblyScript, and several calls in a receipt', async () => {
  const chain = await createContractChain(readBuilt('counter.wasm'), {
    'counter.wasm': readBuilt('counter.wasm'),
    'counter.wasm.map': readBuilt('counter.wasm.map'),
  });
  const profile = await profileCall(chain, 'count');
  const panic = profile.nodes.findLastIndex(({ calls }) => calls > 0);
  assert.ok(panic > 0);
  const host = findNode(profile, 'panic_utf8');
  assert.equal(profile.frames[profile.nodes[host]!.frame]!.kind, 'host');
  const files = new Set(profile.frames.map(({ file }) => file));
  assert.ok(files.has('counter.ts'), [...files].join());
  const both = await chain.call({ method: 'count' }, { method: 'trap' });
  const second = profileTransaction(chain.source, { transactionHash: both });
  assert.ok(second);
  checkProfile(second, chain.chain.stored);
  assert.equal(findNode(second, 'trap()'), -1, 'the first call failed');
});

test('a tree that has got too large', async () => {
  const chain = await createContractChain(LEDGER);
  const transactionHash = await chain.call({ method: 'recurse', args: ARGS });
  for (const nodesMax of [1, 5, 20, 1_000]) {
    const tree = new CallTree(nodesMax);
    const profile = profileTransaction(chain.source, { transactionHash }, tree);
    assert.ok(profile);
    checkProfile(profile, chain.chain.stored);
    // The rest, and the roots.
    assert.ok(profile.nodes.length <= nodesMax + 5, `${profile.nodes.length}`);
    const other = findNode(profile, '(other)');
    assert.ok(profile.nodes[other]!.gas > 0);
  }
});
