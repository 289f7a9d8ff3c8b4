// Asking the node that served this page. Reading is done at a method's own path, or many questions
// at once in a batch.

/** The node answered with an error; `kind` is the name of its cause. */
export class NodeRefusal extends Error {
  readonly kind: string;
  readonly info: unknown;

  constructor(kind: string, message: string, info: unknown) {
    super(message);
    this.name = 'NodeRefusal';
    this.kind = kind;
    this.info = info;
  }
}

/** The node does not answer at all. */
export class NodeUnreachable extends Error {
  constructor() {
    super('The node does not answer.');
    this.name = 'NodeUnreachable';
  }
}

interface Envelope {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: unknown;
    readonly cause?: { readonly name: string; readonly info?: unknown };
  };
}

export interface Question {
  readonly method: string;
  readonly params: unknown;
}

/** What the node wants from its callers, if it was given; token.ts keeps it. */
let token: string | null = null;

export function sendToken(given: string): void {
  token = given;
}

export function tokenHeader(): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/** The codes of a batch that has too many questions, and of one whose answers are too long. */
const TOO_MANY = -32010;
const TOO_LONG = -32011;

/** As many questions as one batch may have; fewer once the node has said that it takes less. */
let batchMax = 100;

export async function askNode<T>(method: string, params: unknown): Promise<T> {
  const text = await askText(method, params);
  return open(JSON.parse(text)) as T;
}

/** The whole answer as the node wrote it. */
export function askText(method: string, params: unknown): Promise<string> {
  return askRaw(method, JSON.stringify(params));
}

/** The same for params that are JSON already, with numbers as long as they may be. */
export function askRaw(method: string, params: string): Promise<string> {
  return post(`/${method}`, formatRequest(method, params));
}

/** Sends what another program sent. */
export function replay(path: string, body: string): Promise<string> {
  return post(path, body);
}

function formatRequest(method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":"dontcare","method":${JSON.stringify(method)},"params":${params}}`;
}

/** The answers in the order of the questions; a refused one is null. */
export async function askMany<T>(questions: readonly Question[]): Promise<(T | null)[]> {
  const answers: (T | null)[] = [];
  for (let at = 0; at < questions.length; ) {
    const part = questions.slice(at, at + batchMax);
    answers.push(...(await askBatch<T>(part)));
    at += part.length;
  }
  return answers;
}

/** A batch that the node refuses for its size is asked in halves, down to single questions. */
async function askBatch<T>(questions: readonly Question[]): Promise<(T | null)[]> {
  const body = questions.map((question, id) => ({ jsonrpc: '2.0', id, ...question }));
  const answer = JSON.parse(await post('/', JSON.stringify(body))) as Envelope | Envelope[];
  if (Array.isArray(answer)) return answer.map(({ result }) => (result ?? null) as T | null);
  const code = answer.error?.code;
  if (questions.length === 1 || (code !== TOO_MANY && code !== TOO_LONG)) throw refusalOf(answer);
  const half = Math.ceil(questions.length / 2);
  if (code === TOO_MANY) batchMax = Math.min(batchMax, half);
  const first = await askBatch<T>(questions.slice(0, half));
  return [...first, ...(await askBatch<T>(questions.slice(half)))];
}

/** The command that asks the node at an origin the same. */
export function formatCurl(origin: string, method: string, params: string): string {
  const quoted = formatRequest(method, params).replaceAll("'", "'\\''");
  return `curl -s ${origin}/${method} -H 'content-type: application/json' -d '${quoted}'`;
}

async function post(path: string, body: string): Promise<string> {
  try {
    const headers = { 'content-type': 'application/json', ...tokenHeader() };
    const response = await fetch(path, { method: 'POST', headers, body });
    return await response.text();
  } catch {
    throw new NodeUnreachable();
  }
}

function open(envelope: Envelope): unknown {
  if (envelope.error === undefined) return envelope.result;
  throw refusalOf(envelope);
}

function refusalOf({ error }: Envelope): NodeRefusal {
  const { cause, data, message = 'The node answers with something else.' } = error ?? {};
  const text = typeof data === 'string' ? data : message;
  return new NodeRefusal(cause?.name ?? 'ERROR', text, cause?.info ?? data);
}
