// Calls of random chains of host calls, each with enough gas and again with amounts that run out
// somewhere in a host function. How much a call uses comes from running it here, so its result need
// not be right: the amounts are arbitrary.

import { bytesToBase64, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import type { JsonObject } from '../../../src/base/json/exactJson.ts';
import { protocolNear } from '../../../src/params/protocol.ts';
import { allHostFunctions, type HostTable, hostTableAt } from '../../../src/vm/host/hostTable.ts';
import { runLine } from '../support/oracleLine.ts';
import { Random } from '../support/random.ts';
import { randomHostChain } from './hostChain.ts';

const TGAS = 10 ** 12;
const U128_MAX = '340282366920938463463374607431768211455';
const VERSIONS = [84, 85, 86, 87, 88];
const NIGHTLY_VERSIONS = [129, 153, 155, 157];

/** Each chain has a seed of its own, so that any of them can be made again. */
export function* hostChainCalls(seed: number, count: number): Generator<JsonObject> {
  for (let index = 0; index < count; index++) {
    const random = new Random(seed * 1_000_003 + index);
    const call = randomCall(random, `chain ${seed}/${index}`);
    yield call;
    for (const gas of smallerAmounts(random, call)) {
      yield { ...call, label: `${call.label} with ${gas}`, gas };
    }
  }
}

function randomCall(random: Random, label: string): JsonObject {
  const version = random.pick(random.chance(75) ? VERSIONS : NIGHTLY_VERSIONS);
  // Now and then, with functions that the version lacks.
  const table = random.chance(97)
    ? hostTableAt(protocolNear(version, 'release'))
    : allHostFunctions;
  const isView = random.chance(12);
  const program = randomHostChain(random, signaturesOf(table), isView && random.chance(80));
  return { label, version, wasm: bytesToBase64(program), ...randomContext(random, isView) };
}

export function signaturesOf(table: HostTable) {
  return new Map([...table].map(([name, { type }]) => [name, type]));
}

function randomContext(random: Random, isView: boolean): JsonObject {
  const fields: Record<string, JsonObject[string]> = {
    gas: random.pick([300, 300, 1_000, 50]) * TGAS,
  };
  if (isView) fields.view = true;
  if (random.chance(40)) {
    fields.storage = {
      '': '00'.repeat(random.below(5)),
      '6b': '01',
      '6b6579': randomValue(random),
    };
  }
  if (random.chance(85)) {
    const results = ['', null, bytesToBase64(new Uint8Array(200)), 'aGk='];
    fields.promise_results = results.slice(0, 1 + random.below(4));
  }
  if (random.chance(40)) fields.deposit = random.pick(['1', `1${'0'.repeat(24)}`, U128_MAX]);
  if (fields.deposit === U128_MAX) fields.balance = '0';
  else if (random.chance(30)) fields.balance = random.pick(['0', '0', '1', '500']);
  if (random.chance(60)) {
    const args = [utf8ToBytes('carol.near'), utf8ToBytes('k'), new Uint8Array(33)];
    fields.args = bytesToBase64(random.pick([...args, new Uint8Array(random.below(300))]));
  }
  if (random.chance(10)) fields.current = '0'.repeat(64);
  if (random.chance(10)) fields.predecessor = 'alice.near';
  if (random.chance(10)) fields.refund_to = 'alice.near';
  if (random.chance(10)) fields.locked = '12345678901234567890123';
  if (random.chance(10)) fields.signer_pk = `02${'07'.repeat(1_952)}`;
  if (random.chance(10)) fields.storage_usage = random.pick([0, 50, 5_000_000]);
  return fields;
}

function randomValue(random: Random): string {
  return 'ff'.repeat(random.below(6_000));
}

/** The amount that is used, one less, and any others below it. */
function smallerAmounts(random: Random, call: JsonObject): number[] {
  const { used_gas: used } = JSON.parse(runLine(JSON.stringify(call)));
  if (used === undefined || Number(used) === 0) return [];
  const any = () => Math.floor((Number(used) * random.below(2 ** 31)) / 2 ** 31);
  return [Number(used), Number(used) - 1, any(), any()].slice(random.below(4));
}
