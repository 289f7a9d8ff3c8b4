// What was asked in the console, newest first: kept in this browser, at most 30 requests whose
// params have at most 2,000 characters each. Responses are not kept.

const ENTRIES_MAX = 30;
const PARAMS_LENGTH_MAX = 2000;

export interface Asked {
  readonly method: string;
  readonly params: string;
}

/** The history as it is stored; empty if the text is something else. */
export function parseHistory(text: string | null): Asked[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isAsked).slice(0, ENTRIES_MAX) : [];
  } catch {
    return [];
  }
}

function isAsked(entry: unknown): entry is Asked {
  if (typeof entry !== 'object' || entry === null) return false;
  const { method, params } = entry as Partial<Asked>;
  return typeof method === 'string' && typeof params === 'string' && fits({ method, params });
}

function fits({ method, params }: Asked): boolean {
  return method.length + params.length <= PARAMS_LENGTH_MAX;
}

/** The same request moves to the top; one that is too long is left out. */
export function addAsked(history: readonly Asked[], asked: Asked): Asked[] {
  if (!fits(asked)) return [...history];
  const others = history.filter(
    ({ method, params }) => method !== asked.method || params !== asked.params,
  );
  return [asked, ...others].slice(0, ENTRIES_MAX);
}
