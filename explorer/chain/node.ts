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
    readonly message: string;
    readonly data?: unknown;
    readonly cause?: { readonly name: string; readonly info?: unknown };
  };
}

export interface Question {
  readonly method: string;
  readonly params: unknown;
}

/** As many questions as one batch may have. */
const BATCH_MAX = 100;

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
  for (let at = 0; at < questions.length; at += BATCH_MAX) {
    const part = questions.slice(at, at + BATCH_MAX);
    const body = part.map((question, id) => ({ jsonrpc: '2.0', id, ...question }));
    const envelopes = JSON.parse(await post('/', JSON.stringify(body))) as Envelope[];
    answers.push(...envelopes.map(({ result }) => (result ?? null) as T | null));
  }
  return answers;
}

/** The command that asks the same. */
export function formatCurl(method: string, params: string): string {
  const quoted = formatRequest(method, params).replaceAll("'", "'\\''");
  return `curl -s ${location.origin}/${method} -H 'content-type: application/json' -d '${quoted}'`;
}

async function post(path: string, body: string): Promise<string> {
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(path, { method: 'POST', headers, body });
    return await response.text();
  } catch {
    throw new NodeUnreachable();
  }
}

function open({ result, error }: Envelope): unknown {
  if (error === undefined) return result;
  const { cause, data, message } = error;
  const text = typeof data === 'string' ? data : message;
  throw new NodeRefusal(cause?.name ?? 'ERROR', text, cause?.info ?? data);
}
