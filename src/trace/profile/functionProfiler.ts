// Splits the gas of one contract call among the functions that burnt it. Between two events
// everything that was burnt belongs to the innermost function: no charge covers both what precedes
// a call and what follows it.

import type { FunctionProbe, ProbedGas } from '../../vm/callProbe.ts';
import type { HostTracer, TracedHost } from '../../vm/hostTracer.ts';
import type { CallTree } from './callTree.ts';
import type { FrameTable, ProfiledCode } from './frameTable.ts';
import type { FrameKind } from './transactionProfile.ts';

interface ProfiledCall {
  readonly tree: CallTree;
  readonly frames: FrameTable;
  readonly code: ProfiledCode;
  /** The node of the action. */
  readonly node: number;
}

export class FunctionProfiler implements HostTracer, FunctionProbe {
  readonly kind = 'functions';
  readonly #call: ProfiledCall;
  readonly #operationCost: number;
  /** The nodes of active functions, after that of the action. */
  readonly #active: number[];
  /** What the nodes have been given of the gas that the call has burnt. */
  #given = 0;
  #hasBegun = false;

  constructor(call: ProfiledCall) {
    this.#call = call;
    this.#operationCost = Number(call.code.protocol.wasmCosts.regularOpCost);
    this.#active = [call.node];
  }

  enterFunction(functionIndex: number, operations: number, gas: ProbedGas): void {
    const { frames, code } = this.#call;
    this.#give(this.#burntAt(operations, gas));
    this.#push(frames.functionOf(code, functionIndex));
  }

  leaveFunction(operations: number, gas: ProbedGas): void {
    this.#give(this.#burntAt(operations, gas));
    this.#active.pop();
  }

  enter(name: string, _args: readonly unknown[], { gas }: TracedHost): void {
    this.#give(gas.burnt);
    this.#push(this.#call.frames.named(kindOf(name), name));
  }

  leave({ gas }: TracedHost): void {
    this.#give(gas.burnt);
    this.#active.pop();
  }

  refuse({ burnt }: ProbedGas): void {
    this.#give(burnt);
    this.#push(this.#call.frames.named('code', '(out of gas)'));
  }

  /** What is left over was burnt by the innermost function, unless none has begun. */
  end(burnt: number): void {
    this.#give(burnt);
  }

  /** The counter has everything but what Wasm has burnt since. */
  #burntAt(operations: number, { burnt, remaining }: ProbedGas): number {
    const cost = this.#operationCost;
    return burnt + (Math.floor(remaining / cost) - operations) * cost;
  }

  #give(burnt: number): void {
    const { tree, frames, node } = this.#call;
    const gas = burnt - this.#given;
    this.#given = burnt;
    if (gas === 0) return;
    const loading = this.#hasBegun ? null : frames.named('code', '(contract loading)');
    tree.burn(loading === null ? this.#innermost : tree.enter(node, loading), gas);
  }

  #push(frame: number): void {
    this.#hasBegun = true;
    this.#active.push(this.#call.tree.enter(this.#innermost, frame));
  }

  get #innermost(): number {
    return this.#active.at(-1) ?? this.#call.node;
  }
}

function kindOf(name: string): FrameKind {
  if (name.startsWith('storage_')) return 'store';
  return name.startsWith('promise_') && !name.startsWith('promise_result') ? 'send' : 'host';
}
