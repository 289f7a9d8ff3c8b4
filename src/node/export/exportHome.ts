// Exports the chain of a home folder, even while its node is running.

import { Epochs } from '../../chain/stored/epochs.ts';
import { StoredChain } from '../../chain/stored/storedChain.ts';
import { createEpochStore } from '../../chain/stored/storedEpochs.ts';
import { type ExportResult, exportBlocks } from '../../follow/exportBlocks.ts';
import { sourceClock } from '../../follow/sources/sourceClock.ts';
import { openLakeStore, type SourceSettings } from '../../follow/sources/sourceSpec.ts';
import { readHome } from '../../home/homeFolder.ts';
import { createProgress } from '../../process/progress.ts';
import { openStore } from '../../store/openStore.ts';

export interface ExportOptions extends SourceSettings {
  readonly home: string;
  /** As on the command line: `lake:DIR` or `lake:s3://BUCKET`. */
  readonly to: string;
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** Continues with new blocks until the signal aborts. */
  readonly follow: boolean;
  readonly signal: AbortSignal;
}

/** How often a store that another process writes is polled. */
const LOOK_MS = 250;

export async function exportHome(options: ExportOptions): Promise<ExportResult> {
  const { from, until, follow, signal } = options;
  const home = readHome(options.home);
  const target = await openLakeStore(options.to, options);
  const store = await openStore({ path: home.storePath, readOnly: true });
  const chain = new StoredChain(store);
  const epochs = new Epochs(createEpochStore(store), home.genesis.config);
  const progress = createProgress('exported');
  try {
    return await exportBlocks({
      parts: { chain, epochs },
      target,
      from,
      until,
      signal,
      clock: sourceClock,
      report: (trouble) => process.stderr.write(`perigee: ${trouble}\n`),
      awaitBlocks: async () => {
        if (!follow) return false;
        await sourceClock.sleep(LOOK_MS, signal);
        store.refresh();
        return !signal.aborted;
      },
      onBlock: (height) => progress.step(`height ${height}`),
    });
  } finally {
    progress.end();
    target.close();
    await store.close();
  }
}
