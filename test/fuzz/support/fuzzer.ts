// A coverage-guided fuzzer. Inputs come from the target's grammar or are mutations of inputs that
// ran something new; the seeds in `test/fuzz/seeds/` run first and unchanged, so an input that once
// failed becomes a regression test when it is added there.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../../src/base/crypto/hash.ts';
import { repositoryPath } from '../../support/repository.ts';
import { Random } from '../../vm/support/random.ts';
import { Coverage } from './coverage.ts';
import { mutate } from './mutate.ts';

export interface FuzzTarget {
  /** The folder of its seeds. */
  readonly name: string;
  /** Compiled sources whose coverage guides the search. */
  readonly watched: RegExp;
  /** Valid inputs to start with, in addition to the seeds on disk. */
  readonly seeds?: readonly Uint8Array[];
  /** Tokens that random bytes hardly ever form. */
  readonly dictionary?: readonly string[];
  /** An input of the target's grammar. */
  generate?(random: Random): Uint8Array;
  /** Throws if the input violates a property of the target. */
  run(input: Uint8Array): void | Promise<void>;
}

/** Taking the coverage costs as much as many inputs. */
const BATCH_INPUTS = 32;
const CORPUS_INPUTS_MAX = 2_000;
const GENERATED_PERCENT = 30;

export class Fuzzer {
  readonly #target: FuzzTarget;
  readonly #coverage: Coverage;
  readonly #corpus: Uint8Array[];
  readonly #dictionary: readonly Uint8Array[];
  #seedsRun = false;
  inputs = 0;

  constructor(target: FuzzTarget) {
    this.#target = target;
    this.#corpus = [...readSeeds(target.name), ...(target.seeds ?? [])];
    this.#dictionary = (target.dictionary ?? []).map((word) => Buffer.from(word, 'latin1'));
    this.#coverage = new Coverage(target.watched);
  }

  /** Runs this many inputs, which depend on the seed and on earlier finds. */
  async run(seed: number, inputs: number): Promise<void> {
    if (!this.#seedsRun) {
      for (const input of this.#corpus) await this.#try(input, seed);
      this.#coverage.lookForNew();
      this.#seedsRun = true;
    }
    const random = new Random(seed);
    for (let done = 0; done < inputs; done += BATCH_INPUTS) {
      const batch = Array.from({ length: BATCH_INPUTS }, () => this.#createInput(random));
      for (const input of batch) await this.#try(input, seed);
      const fresh = this.#coverage.lookForNew();
      if (fresh.size > 0) await this.#keepNew(batch, fresh);
    }
  }

  /** A summary for the test's report. */
  describe(): string {
    const { size } = this.#coverage;
    return `${this.inputs} inputs, ${this.#corpus.length} kept, ${size} parts of the code reached`;
  }

  stop(): void {
    this.#coverage.stop();
  }

  #createInput(random: Random): Uint8Array {
    const { generate } = this.#target;
    if (generate !== undefined && random.chance(GENERATED_PERCENT)) return generate(random);
    const parts = { random, corpus: this.#corpus, dictionary: this.#dictionary };
    return mutate(random.pick(this.#corpus), parts);
  }

  async #try(input: Uint8Array, seed: number): Promise<void> {
    this.inputs++;
    try {
      await this.#target.run(input);
    } catch (error) {
      const path = saveInput(this.#target.name, input);
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const { name } = this.#target;
      assert.fail(
        `seed ${seed}, input ${path}: ${text}\n` +
          `Copy the input to test/fuzz/seeds/${name}/ and run: npm test -- fuzz/${name}`,
      );
    }
  }

  /** Runs the batch again, input by input, to find the ones that reached the new parts. */
  async #keepNew(batch: readonly Uint8Array[], fresh: Set<string>): Promise<void> {
    for (const input of batch) {
      await this.#target.run(input);
      const reached = [...this.#coverage.look()].filter((part) => fresh.delete(part));
      if (reached.length > 0) this.#corpus.push(input);
      if (fresh.size === 0) break;
    }
    this.#coverage.look();
    // The oldest finds are dropped first; they live on in their mutations.
    this.#corpus.splice(0, Math.max(0, this.#corpus.length - CORPUS_INPUTS_MAX));
  }
}

function readSeeds(name: string): Uint8Array[] {
  const folder = repositoryPath('test', 'fuzz', 'seeds', name);
  return readdirSync(folder).map((file) => readFileSync(join(folder, file)));
}

function saveInput(name: string, input: Uint8Array): string {
  const folder = repositoryPath('.build', 'fuzz', name);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, Buffer.from(sha256(input)).toString('hex').slice(0, 16));
  writeFileSync(path, input);
  return path;
}
