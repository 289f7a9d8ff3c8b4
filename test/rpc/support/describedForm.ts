// The response at a method's own path, computed from the text of the response at the root: every
// difference that the interface description makes, and no other.

/** What replaces what in the text of a result. */
const CHANGES: Readonly<Record<string, readonly [reference: string, described: string][]>> = {
  chunk: [['"proposed_split":null,', '']],
  tx_status: [
    ['{"gas_profile":null,"version":1}', '{"contracts":null,"gas_profile":null,"version":1}'],
  ],
};

const SYNONYMS: Readonly<Record<string, string>> = { EXPERIMENTAL_tx_status: 'tx_status' };

export function toDescribed(method: string, response: string): string {
  const changes = CHANGES[SYNONYMS[method] ?? method] ?? [];
  return changes.reduce(
    (text, [reference, described]) => text.replaceAll(reference, described),
    response,
  );
}
