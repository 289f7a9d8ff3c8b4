// Stacks of failed calls and functions with source places, for one thread that runs contracts: from
// debug information in the code itself, or in a folder. What was read is cached by contract; the
// time for all of it is bounded, after which there are names only.

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { BoundedCache } from '../../base/collections/boundedCache.ts';
import { Caches } from '../../base/collections/caches.ts';
import {
  type DescribeFunctions,
  type FunctionsOfContract,
  nameFunctions,
} from '../../runtime/contracts/describeFunctions.ts';
import type { DescribeLines } from '../../runtime/contracts/describeLines.ts';
import {
  type DescribeStack,
  type FailedCall,
  nameStack,
} from '../../runtime/contracts/describeStack.ts';
import {
  ContractSymbols,
  type NamedFunction,
  type SourceRange,
} from '../../symbols/contractSymbols.ts';
import type { StackFrame } from '../../symbols/stackFrame.ts';
import { twinKeysOf } from '../../symbols/twins.ts';
import { WasmLayout } from '../../symbols/wasmLayout.ts';
import { OffsetMap } from '../../vm/debug/offsetMap.ts';
import { functionsOf } from '../../vm/debug/wasmFrame.ts';
import { preparationOf } from '../../vm/wasm/module/prepareConfig.ts';
import { DebugInfoFolder } from './debugInfoFolder.ts';
import { WorkCredit } from './workCredit.ts';

/** Rows and entries take more memory than the bytes that they are read from. */
const MEMORY_PER_BYTE = 4;

interface DescriberOptions {
  readonly caches?: Caches | undefined;
  /** Where to look for debug information, besides the code itself. */
  readonly folder?: string | undefined;
  readonly now?: () => number;
}

type CalledContract = Pick<FailedCall, 'protocol' | 'code'>;

interface KnownContract {
  readonly symbols: ContractSymbols;
  /** Null without source places, which are all that it is for. */
  readonly offsets: OffsetMap | null;
}

export interface ContractDescriber {
  readonly describeStack: DescribeStack;
  readonly describeFunctions: DescribeFunctions;
  /** The code of every line; null for a contract without source places. */
  readonly describeLines: DescribeLines;
}

export function createContractDescriber(options: DescriberOptions): ContractDescriber {
  const { caches = new Caches(), folder, now = () => performance.now() } = options;
  const describer = new Describer(
    caches.create('contract_symbols'),
    folder === undefined ? null : new DebugInfoFolder(folder, now),
  );
  const credit = new WorkCredit(now);
  return {
    describeStack: (failed) => {
      if (failed.stack.frames.length === 0) return [];
      return credit.spend(
        () => describer.describe(failed),
        () => nameStack(failed),
      );
    },
    describeFunctions: (wanted) =>
      credit.spend(
        () => describer.functions(wanted),
        () => nameFunctions(wanted),
      ),
    describeLines: (contract) => describer.lines(contract),
  };
}

class Describer {
  readonly #known: BoundedCache<KnownContract>;
  readonly #folder: DebugInfoFolder | null;

  constructor(known: BoundedCache<KnownContract>, folder: DebugInfoFolder | null) {
    this.#known = known;
    this.#folder = folder;
  }

  describe(failed: FailedCall): readonly StackFrame[] {
    const known = this.#find(failed);
    if (known === null) return [];
    const { symbols, offsets } = known;
    const { stack } = failed;
    return symbols.frames(offsets === null ? functionsOf(stack) : offsets.locate(stack));
  }

  functions({ functionIndexes, ...contract }: FunctionsOfContract): readonly NamedFunction[] {
    return this.#find(contract)?.symbols.functions(functionIndexes) ?? [];
  }

  lines(contract: CalledContract): readonly SourceRange[] | null {
    return this.#find(contract)?.symbols.lines() ?? null;
  }

  #find({ protocol, code }: CalledContract): KnownContract | null {
    if (code === null) return null;
    const preparation = preparationOf(protocol);
    const key = `${preparation.name}${bytesKey(code.hash)}${this.#folder?.version ?? 0}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const bytes = code.read();
    if (bytes === null) return null;
    const layout = new WasmLayout(bytes);
    const twins = this.#folder?.twinsOf(twinKeysOf(layout)) ?? [];
    const symbols = new ContractSymbols(layout, twins);
    const offsets = symbols.hasPlaces ? OffsetMap.create(bytes, preparation) : null;
    const found = { symbols, offsets };
    const read = twins.reduce((sum, twin) => sum + twin.layout.bytes.length, bytes.length);
    this.#known.set(key, found, read * MEMORY_PER_BYTE + (offsets?.bytes ?? 0));
    return found;
  }
}
