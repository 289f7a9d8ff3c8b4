// A neardata server that lies, fails and stalls, depending on the seed: what it sends for a block
// is changed in a letter or a digit anywhere, cut, mixed up, of another height, too long, late, or
// never ends.

import { utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { BlockMessage } from '../../../src/follow/messages/blockMessage.ts';
import type { World } from '../world.ts';
import type { HonestChain } from './honestChain.ts';

export interface SourceFaults {
  /** The chance that a response is a lie, and that there is none. */
  readonly lie: number;
  readonly fail: number;
  readonly delayUsMax: number;
}

type Lie = 'letter' | 'cut' | 'part' | 'other height' | 'no block' | 'garbage' | 'endless';

const LIES: Readonly<Record<Lie, number>> = {
  letter: 8,
  part: 4,
  cut: 1,
  'other height': 1,
  'no block': 1,
  garbage: 1,
  endless: 0.5,
};
/** As many bytes as the limit on a response allows, in few pieces. */
const PIECE_BYTES = 64 * 1024 * 1024;

export class LyingServer {
  isFaulty = true;
  /** How many blocks it has. */
  known: number;
  readonly #world: World;
  readonly #chain: HonestChain;
  readonly #faults: SourceFaults;

  constructor(world: World, chain: HonestChain, faults: SourceFaults, known: number) {
    this.#world = world;
    this.#chain = chain;
    this.#faults = faults;
    this.known = known;
  }

  get newestHeight(): number {
    return this.#chain.blocks[this.known - 1]?.height ?? 0;
  }

  /** Replaces the global `fetch`. */
  readonly fetch = (url: URL, { signal }: { signal: AbortSignal }): Promise<Response> => {
    const world = this.#world;
    const process = world.current;
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      const delayUs = this.isFaulty ? this.#faults.delayUsMax : 1_000;
      world.after(
        world.random.below(delayUs + 1),
        () => {
          const answer = this.#answer(url.pathname);
          if (answer instanceof Error) reject(answer);
          else if (answer !== null) resolve(answer);
        },
        process,
      );
    });
  };

  /** Null for no response at all. */
  #answer(path: string): Response | Error | null {
    const { random } = this.#world;
    if (this.isFaulty && random.chance(this.#faults.fail)) {
      const kind = random.pick(['silent', 'reset', '500', '429']);
      this.#world.note(`${path}: ${kind}`);
      if (kind === 'silent') return null;
      if (kind === 'reset') return new Error('the connection was reset');
      return respond(Number(kind), 'sorry');
    }
    if (path.startsWith('/v0/last_block')) {
      const isLie = this.isFaulty && random.chance(this.#faults.lie);
      const height = isLie ? this.newestHeight + random.between(-5, 5) : this.newestHeight;
      return respond(200, JSON.stringify({ header: { height } }));
    }
    const height = Number(path.slice('/v0/block/'.length));
    const index = this.#chain.blocks.findIndex((block) => block.height === height);
    if (height > this.newestHeight) return respond(404, '{"type":"BLOCK_DOES_NOT_EXIST"}');
    const text = this.#chain.blocks[index]?.text ?? 'null';
    return this.isFaulty && index >= 0 && random.chance(this.#faults.lie)
      ? this.#lie(index, text)
      : respond(200, text);
  }

  #lie(index: number, text: string): Response {
    const world = this.#world;
    const { random } = world;
    const kind = random.weighted(LIES);
    const { height } = this.#chain.blocks[index] as { height: number };
    const send = (body: string) => {
      world.note(`${height}: lies with a ${kind}`);
      return respond(200, body);
    };
    switch (kind) {
      case 'letter':
        return send(this.#changeLetter(height, text));
      case 'part':
        return send(this.#changePart(index));
      case 'cut':
        return send(text.slice(0, random.below(text.length)));
      case 'other height':
        return send(this.#chain.blocks[random.below(this.known)]?.text ?? 'null');
      case 'no block':
        return send('null');
      case 'garbage':
        return send(random.pick(['', '{', '[]', '{"block":null}', '"x"', '1e999', '{}']));
      case 'endless':
        send('');
        return endless();
    }
  }

  /** A letter or digit becomes another one, anywhere. */
  #changeLetter(height: number, text: string): string {
    const { random } = this.#world;
    let at = random.below(text.length);
    while (!/[0-9a-zA-Z]/.test(text[at] as string)) at = (at + 1) % text.length;
    const isDigit = /[0-9]/.test(text[at] as string);
    const letter = isDigit ? `${random.below(10)}` : random.pick([...'abcdefghjkmnpqrstuvwxyz']);
    this.#world.note(
      `${height}: ${text.slice(at - 40, at)}[${letter}]${text.slice(at + 1, at + 20)}`,
    );
    return text.slice(0, at) + letter + text.slice(at + 1);
  }

  /** A list loses an element, repeats one, or changes the order. */
  #changePart(index: number): string {
    const { random } = this.#world;
    const message = structuredClone(this.#chain.blocks[index]?.message) as BlockMessage;
    const lists = [...listLists(message)].filter(({ length }) => length > 0);
    const list = random.pick(lists);
    const [from, to] = [random.below(list.length), random.below(list.length)];
    const kind = random.pick(['drop', 'repeat', 'move'] as const);
    this.#world.note(`${message.block.header.height}: ${kind} ${from} of ${list.length}`);
    if (kind === 'repeat') list.splice(to, 0, list[from]);
    else list.splice(to, 0, ...list.splice(from, 1).slice(kind === 'drop' ? 1 : 0));
    return BlockMessage.json(message);
  }
}

/** All arrays inside a value. */
function* listLists(value: unknown): Generator<unknown[]> {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return;
  if (Array.isArray(value)) yield value;
  for (const item of Object.values(value)) yield* listLists(item);
}

function respond(status: number, text: string): Response {
  return createResponse(status, [utf8ToBytes(text)]);
}

function createResponse(status: number, body: Iterable<Uint8Array>): Response {
  return { status, headers: new Headers(), body } as unknown as Response;
}

/** Pieces that only have a length: no one may keep as many of them as this sends. */
function endless(): Response {
  function* pieces(): Generator<Uint8Array> {
    for (;;) yield { length: PIECE_BYTES } as unknown as Uint8Array;
  }
  return createResponse(200, pieces());
}
