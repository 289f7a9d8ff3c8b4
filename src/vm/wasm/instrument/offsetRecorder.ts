// Records which operator of the original each byte of a rewritten function belongs to. Bytes that
// are copied keep their order; those that rewriting adds belong to the operator that they were
// added for. There is no recorder when contracts are prepared to run.

/** Pairs: where a piece begins in the new body, and twice its original place, odd if copied. */
type Points = readonly number[];

export interface RecordedBody {
  /** In the original module. */
  readonly functionIndex: number;
  /** Offsets in the rewritten body, with its length before it. */
  readonly points: Points;
}

export class OffsetRecorder {
  /** By index in the rewritten module. */
  readonly bodies = new Map<number, RecordedBody>();
  #points: number[] = [];
  #start = 0;

  /** A body begins here in the output. */
  begin(start: number): void {
    this.#start = start;
    this.#points = [];
  }

  /** What is written from here on is copied from there. */
  copy(written: number, original: number): void {
    this.#points.push(written - this.#start, original * 2 + 1);
  }

  /** What is written from here on belongs to the operator there. */
  add(written: number, original: number): void {
    this.#points.push(written - this.#start, original * 2);
  }

  /** `moved` is what precedes the recorded part in the end. */
  end(index: number, functionIndex: number, moved = 0): void {
    const points = this.#points;
    if (moved !== 0) for (let at = 0; at < points.length; at += 2) points[at]! += moved;
    this.bodies.set(index, { functionIndex, points });
  }
}

/** The original offset of a byte; null if it is before everything recorded. */
export function originalOffset({ points }: RecordedBody, offset: number): number | null {
  let [low, high] = [0, points.length / 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[2 * middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return null;
  const [written, place] = [points[2 * low - 2]!, points[2 * low - 1]!];
  return place % 2 === 0 ? place / 2 : (place - 1) / 2 + offset - written;
}
