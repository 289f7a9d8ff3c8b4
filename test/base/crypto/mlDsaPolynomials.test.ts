// Arithmetic of polynomials in WebAssembly against products that are computed coefficient by
// coefficient with BigInt, for random numbers and for the largest ones that can occur.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { N, Q, usePolynomials } from '../../../src/base/crypto/mlDsaPolynomials.ts';
import { Random } from '../../vm/support/random.ts';

const ROUNDS = 4;
/** No transformed number is as large. */
const TRANSFORMED_END = 17 * Q;

/** Modulo x^256 + 1. */
function addProduct(sums: bigint[], a: readonly number[], b: readonly number[], sign: 1n | -1n) {
  for (let i = 0; i < N; i++) {
    for (let j = 0; j < N; j++) {
      const isWrapped = i + j >= N;
      const product = BigInt(a[i]!) * BigInt(b[j]!) * sign;
      sums[(i + j) % N]! += isWrapped ? -product : product;
    }
  }
}

function modulo(values: readonly bigint[]): number[] {
  return values.map((value) => Number(((value % BigInt(Q)) + BigInt(Q)) % BigInt(Q)));
}

it('multiplies and adds polynomials', () => {
  const { challenge, responses, elements, key, commitment, transform, commit } = usePolynomials();
  const random = new Random(7);
  for (let round = 0; round < ROUNDS; round++) {
    const draw = () => Array.from({ length: N }, () => (round === 0 ? Q - 1 : random.below(Q)));
    const place = (target: { at: number; numbers: Uint32Array }, values: number[]) => {
      target.numbers.set(values);
      transform(target.at);
      assert.ok(target.numbers.every((value) => value < TRANSFORMED_END));
    };
    const expected = new Array<bigint>(N).fill(0n);
    for (const [column, element] of elements.entries()) {
      const [a, b] = [draw(), draw()];
      place(element, a);
      element.numbers.set(element.numbers.map((value) => value % Q));
      place(responses[column]!, b);
      addProduct(expected, a, b, 1n);
    }
    const [a, b] = [draw(), draw()];
    place(challenge, a);
    place(key, b);
    addProduct(expected, a, b, -1n);
    commit();
    assert.deepEqual([...commitment.numbers], modulo(expected), `round ${round}`);
  }
});

it('holds the largest sums and differences', () => {
  const { challenge, responses, elements, key, commitment, transform, commit } = usePolynomials();
  const largest = TRANSFORMED_END - 1;
  for (const [element, response, subtracted] of [
    [0, 0, 0],
    [Q - 1, largest, 0],
    [0, 0, largest],
    [Q - 1, largest, largest],
  ] as const) {
    for (const { numbers } of elements) numbers.fill(element);
    for (const { numbers } of responses) numbers.fill(response);
    for (const { numbers } of [challenge, key]) numbers.fill(subtracted);
    const sum = 5n * BigInt(element) * BigInt(response) - BigInt(subtracted) ** 2n;
    commit();
    transform(commitment.at);
    const found = [...commitment.numbers].map((value) => value % Q);
    assert.deepEqual(found, modulo(new Array<bigint>(N).fill(sum)));
  }
});
