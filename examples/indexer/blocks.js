// The final blocks of a node, one after the other, through neardata's interface. The same paths are
// served for public networks by neardata servers.

import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 500;

/**
 * Goes on for ever, or until the signal. A height without a block is skipped.
 *
 * @param {string} url of the node
 * @param {number} from the first height
 * @param {AbortSignal} [signal]
 */
export async function* readBlocks(url, from, signal) {
  for (let height = from; ; ) {
    const response = await fetch(`${url}/v0/block/${height}`, { signal });
    const body = await response.json();
    if (response.ok) {
      if (body !== null) yield body;
      height += 1;
    } else if (body.type === 'BLOCK_DOES_NOT_EXIST') {
      // The block is not final yet. The node has already waited for a while.
      await sleep(RETRY_MS, undefined, { signal });
    } else {
      throw new Error(`Block ${height}: ${JSON.stringify(body)}`);
    }
  }
}
