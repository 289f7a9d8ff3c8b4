// Counts what the contracts of receipts execute while their chunks are applied again. Bounds: the
// number of contracts.

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { Protocol } from '../../params/protocol.ts';
import type { ContractRunner } from '../../runtime/chunkContext.ts';
import {
  type DescribeFunctions,
  nameFunctions,
} from '../../runtime/contracts/describeFunctions.ts';
import type { DescribeLines } from '../../runtime/contracts/describeLines.ts';
import { WasmLayout } from '../../symbols/wasmLayout.ts';
import type { ContractCode } from '../../vm/moduleCache.ts';
import { listCharges } from '../../vm/prepareContract.ts';
import type { ContractCall } from '../../vm/runContract.ts';
import { preparationOf } from '../../vm/wasm/module/prepareConfig.ts';
import { FunctionCoverage, LineCoverage } from './contractCoverage.ts';
import type { CoveredContract } from './coverageReport.ts';

/** Each may take some megabytes. */
const CONTRACTS_MAX = 100;

/** What is known of contracts besides how they run. */
export interface CoveredRunner extends Pick<ContractRunner, 'run'> {
  readonly describeFunctions?: DescribeFunctions;
  readonly describeLines?: DescribeLines;
}

interface KnownContract {
  readonly code: ContractCode;
  readonly accountId: string;
  readonly coverage: LineCoverage | FunctionCoverage;
  calls: number;
  tooLarge: boolean;
}

export class CoverageRecorder {
  readonly #runner: CoveredRunner;
  readonly #contracts = new Map<string, KnownContract>();
  readonly #leftOut = new Set<string>();

  constructor(runner: CoveredRunner) {
    this.#runner = runner;
  }

  readonly contracts: ContractRunner = {
    run: (protocol, call) => {
      const { code } = call;
      const contract = code === null ? null : this.#find(protocol, code, call);
      if (contract === null) return this.#runner.run(protocol, call);
      contract.calls++;
      const count = (counters: Int32Array | null) => {
        if (counters === null) contract.tooLarge = true;
        else contract.coverage.add(counters);
      };
      return this.#runner.run(protocol, { ...call, probe: { kind: 'counters', count } });
    },
  };

  get leftOut(): number {
    return this.#leftOut.size;
  }

  /** By account. */
  list(): CoveredContract[] {
    const contracts = [...this.#contracts.values()].map(
      ({ code, accountId, coverage, calls, tooLarge }) => ({
        codeHash: code.hash,
        accountId,
        calls,
        files: coverage instanceof LineCoverage ? coverage.files() : [],
        functions: coverage instanceof FunctionCoverage ? coverage.functions() : [],
        tooLarge,
      }),
    );
    return contracts.sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
  }

  #find(protocol: Protocol, code: ContractCode, call: ContractCall): KnownContract | null {
    const key = bytesKey(code.hash);
    const known = this.#contracts.get(key);
    if (known !== undefined) return known;
    if (this.#contracts.size >= CONTRACTS_MAX) {
      this.#leftOut.add(key);
      return null;
    }
    const coverage = this.#createCoverage(protocol, code);
    if (coverage === null) return null;
    const accountId = call.context.currentAccountId;
    const contract = { code, accountId, coverage, calls: 0, tooLarge: false };
    this.#contracts.set(key, contract);
    return contract;
  }

  /** Null for code that is refused: nothing of it is ever executed. */
  #createCoverage(protocol: Protocol, code: ContractCode): LineCoverage | FunctionCoverage | null {
    const bytes = code.read();
    const list = bytes === null ? null : listCharges(bytes, preparationOf(protocol));
    if (bytes === null || list === null) return null;
    const { charges } = list;
    const lines = this.#runner.describeLines?.({ protocol, code });
    if (lines) {
      const layout = new WasmLayout(bytes);
      return new LineCoverage(lines, charges, (index) => layout.bodyOf(index)?.start ?? 0);
    }
    const functionIndexes = charges.flatMap((one) => (one.isEntry ? [one.functionIndex] : []));
    const describeFunctions = this.#runner.describeFunctions ?? nameFunctions;
    const described = describeFunctions({ protocol, code, functionIndexes });
    const names = new Map(functionIndexes.map((index, at) => [index, described[at]?.name ?? '']));
    return new FunctionCoverage(charges, (index) => names.get(index) ?? '');
  }
}
