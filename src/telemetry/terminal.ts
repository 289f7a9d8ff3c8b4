// What a program prints for people: whole lines, and below them, if the output is a terminal, one
// line that is rewritten in place. Colours are for terminals, unless NO_COLOR is set.

import { COLOURS, PLAIN, type Styles } from '../trace/text/styles.ts';

interface Output {
  readonly isTTY?: boolean;
  /** The width of a terminal. */
  readonly columns?: number;
  write(text: string): unknown;
}

const CLEAR_LINE = '\r\x1b[K';
const USUAL_COLUMNS = 80;

export function stylesFor({ isTTY }: Pick<Output, 'isTTY'>): Styles {
  return isTTY === true && !process.env.NO_COLOR ? COLOURS : PLAIN;
}

export class Terminal {
  readonly styles: Styles;
  readonly #output: Output;
  #status = '';

  constructor(output: Output) {
    this.#output = output;
    this.styles = stylesFor(output);
  }

  get isInteractive(): boolean {
    return this.#output.isTTY === true;
  }

  /** `text` ends with the end of a line. */
  print(text: string): void {
    this.#output.write(this.#status === '' ? text : `${CLEAR_LINE}${text}${this.#status}`);
  }

  /** Replaces the last line, which has room for so much; an empty text removes it. */
  showStatus(text: string): void {
    if (!this.isInteractive) return;
    // Some terminals give their width as 0.
    const width = (this.#output.columns || USUAL_COLUMNS) - 1;
    const status = text === '' ? '' : this.styles.dim(text.slice(0, width));
    if (status === this.#status) return;
    this.#status = status;
    this.#output.write(`${CLEAR_LINE}${status}`);
  }
}
