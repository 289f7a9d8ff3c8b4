// Random values that are proved before their blocks are produced: how many, for whom, and that the
// blocks then carry exactly these values.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bytesToHex } from '../../../src/base/bytes/bytes.ts';
import { RandomnessAhead } from '../../../src/chain/production/randomnessAhead.ts';
import type { Authority } from '../../../src/chain/signing/authority.ts';
import { NEAR, type NetworkOptions, TestNetwork } from '../../support/testNetwork.ts';

const BLOCKS_AHEAD = 16;
const TWO_VALIDATORS: NetworkOptions = { stakes: { kate: 40_000_000n * NEAR } };

/** What was proved ahead on a network, value by value. */
class Ahead {
  readonly values: string[] = [];
  readonly #randomness: RandomnessAhead;

  constructor({ chain, authority }: TestNetwork) {
    const watched: Authority = {
      ...authority,
      proveRandomness: (producer, input) => {
        const proof = authority.proveRandomness(producer, input);
        this.values.push(bytesToHex(proof.value));
        return proof;
      },
    };
    this.#randomness = new RandomnessAhead(chain, watched);
  }

  /** Proves until enough is ready; returns how many more that took. */
  run(): number {
    const before = this.values.length;
    while (this.#randomness.proveNext());
    return this.values.length - before;
  }
}

function nextValue(network: TestNetwork): string {
  return bytesToHex(network.extend().built.block.body.vrfValue);
}

for (const [name, options] of [
  ['one validator', {}],
  ['two validators in turn', TWO_VALIDATORS],
] as const) {
  it(`proves what the next blocks carry: ${name}`, () => {
    const network = new TestNetwork(options);
    const ahead = new Ahead(network);
    assert.equal(ahead.run(), BLOCKS_AHEAD);
    assert.equal(ahead.run(), 0);
    const carried = Array.from({ length: BLOCKS_AHEAD }, () => nextValue(network));
    assert.deepEqual(carried, ahead.values);
  });
}

it('continues after what is ready', () => {
  const network = new TestNetwork();
  const ahead = new Ahead(network);
  ahead.run();
  for (let i = 0; i < 3; i++) network.extend();
  assert.equal(ahead.run(), 3);
  assert.equal(new Set(ahead.values).size, BLOCKS_AHEAD + 3);
});

it('starts over when the chain has overtaken it', () => {
  const network = new TestNetwork();
  const ahead = new Ahead(network);
  ahead.run();
  for (let i = 0; i < 2 * BLOCKS_AHEAD; i++) network.extend();
  assert.equal(ahead.run(), BLOCKS_AHEAD);
  assert.equal(nextValue(network), ahead.values[BLOCKS_AHEAD]);
});

it('stops before a producer whose key is missing', () => {
  const network = new TestNetwork({ ...TWO_VALIDATORS, silent: ['kate'] });
  assert.ok(new Ahead(network).run() < BLOCKS_AHEAD);
});
