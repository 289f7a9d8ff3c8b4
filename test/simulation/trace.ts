// What happened in a simulated run: a hash over every event, to compare two runs of a seed, and the
// last events as text, to read after a failure.

const KEPT_LINES = 60;

export class Trace {
  /** Prints each event as it happens. */
  readonly #print: ((line: string) => void) | null;
  #lines: string[] = [];
  #first = 0x811c9dc5;
  #second = 0x1b873593;
  #count = 0;

  constructor(print: ((line: string) => void) | null = null) {
    this.#print = print;
  }

  note(nowUs: number, text: string): void {
    const line = `${(nowUs / 1_000).toFixed(3)} ms  ${text}`;
    this.#print?.(line);
    this.#count++;
    for (let i = 0; i < line.length; i++) {
      const code = line.charCodeAt(i);
      this.#first = Math.imul(this.#first ^ code, 0x01000193);
      this.#second = Math.imul(this.#second ^ code, 0x5bd1e995) + this.#first;
    }
    this.#lines.push(line);
    if (this.#lines.length > 2 * KEPT_LINES) this.#lines = this.#lines.slice(-KEPT_LINES);
  }

  get hash(): string {
    return `${this.#count}-${[this.#first, this.#second].map(toHex).join('')}`;
  }

  get lastLines(): readonly string[] {
    return this.#lines.slice(-KEPT_LINES);
  }
}

function toHex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
