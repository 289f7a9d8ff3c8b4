// From places in the module that V8 ran back to the contract's own code. Preparation depends on
// nothing but the code and the parameters, so no map is kept with a contract: it is made by
// preparing the code again, which takes as long as the first time. Prepared modules are rewritten
// once more to serve many calls; their map leads to the prepared module first.

import { prepareContract } from '../prepareContract.ts';
import type { PreparedContract } from '../preparedContract.ts';
import { ByteReader } from '../wasm/format/byteReader.ts';
import { MODULE_HEADER, SECTION_CODE, SECTION_IMPORT } from '../wasm/format/sectionIds.ts';
import {
  OffsetRecorder,
  originalOffset,
  type RecordedBody,
} from '../wasm/instrument/offsetRecorder.ts';
import type { PrepareConfig } from '../wasm/module/prepareConfig.ts';
import type { ReusableForm } from '../wasm/reusable/reusableLayout.ts';
import { MEMORY_IMPORT_COUNT, makeReusable } from '../wasm/reusable/reusableModule.ts';
import type { RanFrame, RanStack, WasmFrame } from './wasmFrame.ts';

/** An entry of a list, and two numbers for each point. */
const BYTES_PER_POINT = 16;

export class OffsetMap {
  readonly #prepared: PreparedContract;
  readonly #bodies: ReadonlyMap<number, RecordedBody>;
  readonly #preparedPlaces: ModulePlaces;
  readonly #reusable = new Map<ReusableForm, ReusableMap>();

  private constructor(prepared: PreparedContract, recorder: OffsetRecorder) {
    this.#prepared = prepared;
    this.#bodies = recorder.bodies;
    this.#preparedPlaces = readPlaces(prepared.wasm);
  }

  /** Null for code that is refused. */
  static create(code: Uint8Array, config: PrepareConfig): OffsetMap | null {
    const recorder = new OffsetRecorder();
    const prepared = prepareContract(code, config, { recorder });
    return 'wasm' in prepared ? new OffsetMap(prepared, recorder) : null;
  }

  /** By estimate. */
  get bytes(): number {
    let points = 0;
    for (const body of this.#bodies.values()) points += body.points.length;
    return this.#prepared.wasm.length + points * BYTES_PER_POINT;
  }

  /** The frames of the contract itself; those that preparation has added are left out. */
  locate({ frames, reusableForm }: RanStack): WasmFrame[] {
    return frames
      .map((frame) => this.#locate(frame, reusableForm))
      .filter((frame) => frame !== null);
  }

  #locate({ index, offset }: RanFrame, form: ReusableForm | null): WasmFrame | null {
    const body = this.#bodies.get(index);
    if (body === undefined) return null;
    const { functionIndex } = body;
    const inBody =
      form === null
        ? offset - this.#preparedPlaces.startOf(index)
        : this.#unreuse(form, index, offset);
    return { functionIndex, offset: inBody === null ? null : originalOffset(body, inBody) };
  }

  /** From the reusable form to an offset in the prepared body. */
  #unreuse(form: ReusableForm, index: number, offset: number): number | null {
    const known = this.#reusable.get(form);
    const map = known ?? createReusableMap(this.#prepared, form);
    if (known === undefined) this.#reusable.set(form, map);
    const { bodies, places } = map;
    const body = bodies.get(index - this.#preparedPlaces.importCount);
    return body === undefined ? null : originalOffset(body, offset - places.startOf(index));
  }
}

interface ReusableMap {
  /** By index in the code section. */
  readonly bodies: ReadonlyMap<number, RecordedBody>;
  readonly places: ModulePlaces;
}

function createReusableMap(prepared: PreparedContract, form: ReusableForm): ReusableMap {
  const recorder = new OffsetRecorder();
  const reusable = makeReusable(prepared, form, recorder);
  const places = reusable === null ? NO_PLACES : readPlaces(reusable.wasm, MEMORY_IMPORT_COUNT);
  return { bodies: recorder.bodies, places };
}

interface ModulePlaces {
  /** Of functions. */
  readonly importCount: number;
  /** The offset of a body with its length, by index of the function. */
  startOf(index: number): number;
}

const NO_PLACES: ModulePlaces = { importCount: 0, startOf: () => 0 };

/** Of a module that we have written. */
function readPlaces(wasm: Uint8Array, otherImports = 0): ModulePlaces {
  const reader = new ByteReader(wasm, MODULE_HEADER.length);
  const starts: number[] = [];
  let importCount = 0;
  while (!reader.isAtEnd()) {
    const id = reader.u8();
    const end = reader.u32() + reader.offset;
    if (id === SECTION_IMPORT) importCount = reader.u32() - otherImports;
    if (id === SECTION_CODE) {
      for (let rest = reader.u32(); rest > 0; rest--) {
        starts.push(reader.offset);
        reader.skip(reader.u32());
      }
    }
    reader.offset = end;
  }
  return { importCount, startOf: (index) => starts[index - importCount] ?? 0 };
}
