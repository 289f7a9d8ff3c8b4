// How long a hostile frame keeps a Zstandard decoder busy: 10,000 matches of 131,074 bytes in
// 20 kB, as a contract may embed it for the pages that show its ABI.
// `node .build/profiling/zstd.js [PACKAGE]`, such as `fzstd` after `npm install --no-save fzstd`.

import { decompressZstd } from '../src/abi/zstd/decompress.ts';
import { hostileFrame } from '../test/abi/hostileFrame.ts';

const SEQUENCES = 10_000;
const BYTES_MAX = 4 * 1024 * 1024;

const frame = hostileFrame(SEQUENCES);
measure('our decoder', () => decompressZstd(frame, BYTES_MAX));
const name = process.argv[2];
if (name !== undefined) {
  const { decompress } = await import(name);
  measure(name, () => decompress(frame, new Uint8Array(BYTES_MAX)));
}

function measure(what: string, run: () => Uint8Array): void {
  const before = process.cpuUsage();
  let end: string;
  try {
    end = `${run().length} bytes`;
  } catch (error) {
    end = (error as Error).message;
  }
  const ms = process.cpuUsage(before).user / 1_000;
  process.stdout.write(`${what}: ${ms.toFixed(0)} ms for ${frame.length} bytes (${end})\n`);
}
