// The chain of the examples: what its accounts do before the methods are called.

/** @param {string} path from the folder of compiled sources */
function load(path) {
  return import(new URL(`../../dist/${path}`, import.meta.url).href);
}

const { utf8ToBytes } = await load('base/bytes/bytes.js');
const { sha256 } = await load('base/crypto/hash.js');
const { keyFromSeed, secretToPublic } = await load('base/crypto/keys.js');
const { createTestContract } = await load('contracts/testContracts.js');

export const ROOT = 'test.near';
export const ALICE = 'alice.test.near';
export const BOB = 'bob.test.near';
export const CAROL = 'carol.test.near';
export const CONTRACT = 'contract.alice.test.near';

export const NEAR = 10n ** 24n;
export const GAS = 30_000_000_000_000n;

/** @param {string} seed */
export function publicKeyOf(seed) {
  return secretToPublic(keyFromSeed('ed25519', seed));
}

/** Small, so that examples can show it. */
export const TRIVIAL_CODE = createTestContract('trivial');

/** @param {bigint} deposit */
export function transfer(deposit) {
  return { kind: 'Transfer', value: { deposit } };
}

/** @param {string} methodName */
export function callMethod(methodName, args = '') {
  const value = { methodName, args: utf8ToBytes(args), gas: GAS, deposit: 0n };
  return { kind: 'FunctionCall', value };
}

/**
 * @param {string} seed
 * @param {object} permission
 */
function addKey(seed, permission) {
  const accessKey = { nonce: 0n, permission };
  return { kind: 'AddKey', value: { publicKey: publicKeyOf(seed), accessKey } };
}

/**
 * @typedef {import('./exampleNode.js').ExampleNode} ExampleNode
 * @typedef {Awaited<ReturnType<ExampleNode['send']>>} Sent
 */

/**
 * Transfers, a contract that is deployed, called and fails, keys of each kind, and a global
 * contract; then two epochs end.
 *
 * @param {ExampleNode} node
 */
export async function growChain(node) {
  await node.mine(2);
  const transferred = await node.send(ALICE, BOB, [transfer(NEAR)]);
  const deployed = await node.send(ALICE, CONTRACT, [
    { kind: 'CreateAccount', value: {} },
    transfer(10n * NEAR),
    addKey(CONTRACT, { kind: 'FullAccess' }),
    { kind: 'DeployContract', value: { code: createTestContract('rs_contract') } },
  ]);
  const called = await node.send(BOB, CONTRACT, [
    callMethod('write_key_value', 'greeting8 bytes!'),
  ]);
  const logged = await node.send(BOB, CONTRACT, [callMethod('log_something')]);
  const failed = await node.send(BOB, CONTRACT, [callMethod('panic_with_message')]);
  await node.send(BOB, BOB, [
    addKey('calls of bob', {
      kind: 'FunctionCall',
      value: { allowance: NEAR, receiverId: CONTRACT, methodNames: ['log_something'] },
    }),
    addKey('gas of bob', { kind: 'GasKeyFullAccess', value: { balance: 0n, numNonces: 2 } }),
  ]);
  await node.send(CAROL, CAROL, [
    { kind: 'DeployGlobalContract', value: { code: TRIVIAL_CODE, deployMode: 'CodeHash' } },
  ]);
  await node.send(CAROL, CAROL, [
    { kind: 'DeployGlobalContract', value: { code: TRIVIAL_CODE, deployMode: 'AccountId' } },
  ]);
  await node.call('perigee_mine', { epochs: 2 });
  await node.mine(4);
  return { transferred, deployed, called, logged, failed };
}

export const TRIVIAL_HASH = sha256(TRIVIAL_CODE);
