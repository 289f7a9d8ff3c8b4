// The frames of a profile: functions of contracts, host functions, receipts and their actions. A
// frame is made when it is first used. Functions get their names in the end, all those of a
// contract at once. Bounds: the number of frames; what comes after them is one frame.

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { Protocol } from '../../params/protocol.ts';
import type { DescribeFunctions } from '../../runtime/contracts/describeFunctions.ts';
import type { NamedFunction } from '../../symbols/contractSymbols.ts';
import type { ContractCode } from '../../vm/moduleCache.ts';
import type { FrameKind, ProfileFrame } from './transactionProfile.ts';

export const FRAMES_MAX = 20_000;

/** A contract whose functions were seen. */
export interface ProfiledCode {
  readonly protocol: Protocol;
  readonly code: ContractCode;
  /** The frames of its functions, by their index. */
  readonly frames: Map<number, number>;
}

/** The frame of everything that is too much. */
export const OTHER = 0;

export class FrameTable {
  readonly #frames: ProfileFrame[] = [{ kind: 'other', name: '(other)', file: null, line: null }];
  readonly #named = new Map<string, number>();
  readonly #codes = new Map<string, ProfiledCode>();

  /** The frame of that name. */
  named(kind: FrameKind, name: string): number {
    const key = `${kind} ${name}`;
    const known = this.#named.get(key);
    if (known !== undefined) return known;
    const index = this.#add(kind, name);
    this.#named.set(key, index);
    return index;
  }

  codeOf(protocol: Protocol, code: ContractCode): ProfiledCode {
    const key = bytesKey(code.hash);
    let known = this.#codes.get(key);
    if (known === undefined) {
      known = { protocol, code, frames: new Map() };
      this.#codes.set(key, known);
    }
    return known;
  }

  functionOf({ frames }: ProfiledCode, functionIndex: number): number {
    const known = frames.get(functionIndex);
    if (known !== undefined) return known;
    const index = this.#add('code', '');
    frames.set(functionIndex, index);
    return index;
  }

  #add(kind: FrameKind, name: string): number {
    if (this.#frames.length >= FRAMES_MAX) return OTHER;
    return this.#frames.push({ kind, name, file: null, line: null }) - 1;
  }

  /** All frames, functions with their names. */
  describe(describeFunctions: DescribeFunctions): ProfileFrame[] {
    for (const { frames, ...contract } of this.#codes.values()) {
      const indexes = [...frames].filter(([, at]) => at !== OTHER).map(([index]) => index);
      const described = describeFunctions({ ...contract, functionIndexes: indexes });
      for (const [at, functionIndex] of indexes.entries()) {
        const { name, file, line } = described[at] as NamedFunction;
        this.#frames[frames.get(functionIndex) as number] = { kind: 'code', name, file, line };
      }
    }
    return this.#frames;
  }
}
