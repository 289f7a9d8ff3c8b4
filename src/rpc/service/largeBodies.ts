// Parses large bodies without blocking other callers: another thread scans them, and only those
// with a bounded number of values are parsed here. A control may have more, since only callers that
// control the chain can send one.

import { PerigeeError } from '../../base/errors.ts';
import { BODIES_BUSY } from '../../http/readRequestBody.ts';
import type { RpcContext } from '../core/context.ts';
import { type ReadBody, readBody } from '../messages/envelope.ts';
import { type ScanBody, scanBody } from '../messages/scanBody.ts';
import { REGISTRY } from './registry.ts';

/** Enough for loading or patching a large state. */
const CONTROL_VALUES_MAX = 4_000_000;

export class BodiesBusyError extends PerigeeError<{ readonly code: 'bodies_busy' }> {
  constructor() {
    super({ code: 'bodies_busy' }, BODIES_BUSY);
  }
}

type Source = Pick<RpcContext, 'limits' | 'scanBody'>;

export class LargeBodies {
  readonly #valuesMax: number;
  readonly #scan: ScanBody;

  constructor({ limits, scanBody: scanElsewhere }: Source) {
    this.#valuesMax = limits.requestValuesMax;
    this.#scan = scanElsewhere ?? (async (body, valuesMax) => scanBody(body, valuesMax));
  }

  /**
   * Reads as `readBody` does; the path names the method, or the body itself. Rejects with a
   * BodiesBusyError.
   */
  async read(body: Uint8Array, name: string | null, mayControl: boolean): Promise<ReadBody> {
    const mayBeControl = mayControl && (name === null ? namesControl(body) : isControl(name));
    const valuesMax = mayBeControl ? CONTROL_VALUES_MAX : this.#valuesMax;
    const scan = await this.#scan(body, valuesMax);
    if (scan.fault !== null) return scan;
    const { end, hasTrailing, method } = scan;
    // What follows the value may be megabytes of white space and was scanned already.
    const value = body.subarray(0, end);
    const read = readBody(value, isControl(name ?? method ?? '') ? valuesMax : this.#valuesMax);
    return read.fault === null ? { ...read, hasTrailing } : read;
  }
}

function isControl(name: string): boolean {
  return REGISTRY.get(name)?.method.isControl === true;
}

/** Every control begins with one of these prefixes; parsing shows whether the method exists. */
const CONTROL_NAMES = ['"perigee_', '"sandbox_'];

function namesControl(body: Uint8Array): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return CONTROL_NAMES.some((start) => bytes.includes(start, 0, 'latin1'));
}
