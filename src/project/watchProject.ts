// Redeploys the contracts of a configuration when their modules change. Files are looked at every
// POLL_MS; one that has changed is read once it has stayed the same for that long, and deployed if
// it is a complete Wasm module, so a half-written one never is.

import { readFileSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { formatHash, sha256 } from '../base/crypto/hash.ts';
import { PerigeeError } from '../base/errors.ts';
import type { Timer } from '../base/timer.ts';
import type { Rpc } from '../client/rpc.ts';
import { createKit } from '../kit/createKit.ts';
import { applyProject } from './applyProject.ts';
import type { PlannedContract, ProjectPlan } from './planProject.ts';
import type { WatchMode } from './projectConfig.ts';

const POLL_MS = 200;

interface WatchParts {
  readonly plan: ProjectPlan;
  readonly rpc: Rpc;
  /** As in `applyProject`. */
  readonly mining: string;
  readonly mode: WatchMode;
  readonly timer: Timer;
  /** Receives one line for each change. */
  readonly report: (line: string) => void;
}

interface WatchedModule extends Pick<PlannedContract, 'accountId'> {
  readonly file: string;
  /** Of what is deployed. */
  hash: string | null;
  /** Of the last look. */
  stamp: string;
  isSettled: boolean;
}

/** The returned function ends it. */
export function watchProject(parts: WatchParts): () => void {
  const modules = parts.plan.contracts.flatMap(({ accountId, file, readCode }): WatchedModule[] => {
    if (file === null) return [];
    const hash = formatHash(sha256(readCode()));
    return [{ accountId, file, hash, stamp: readStamp(file), isSettled: true }];
  });
  let isEnded = false;
  let cancel = () => {};
  const schedule = () => {
    cancel = parts.timer(() => void look().finally(() => isEnded || schedule()), POLL_MS);
  };
  const look = async () => {
    for (const module of modules) {
      const code = readChanged(module, parts.report);
      if (code !== null && !isEnded) await redeploy(parts, module, code);
    }
  };
  schedule();
  return () => {
    isEnded = true;
    cancel();
  };
}

/**
 * Differs whenever the file does; empty without a file that can be read. Reading anything else than
 * a plain file could block for ever, and a folder may be closed for a moment.
 */
function readStamp(file: string): string {
  try {
    const stat = statSync(file, { bigint: true });
    return stat.isFile() ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : '';
  } catch {
    return '';
  }
}

/** The module, if it is new, complete, and no longer being written. */
function readChanged(module: WatchedModule, report: WatchParts['report']): Uint8Array | null {
  const stamp = readStamp(module.file);
  const isSame = stamp === module.stamp;
  const isDue = isSame && !module.isSettled && stamp !== '';
  module.stamp = stamp;
  if (!isDue) {
    if (!isSame) module.isSettled = false;
    return null;
  }
  const code = readWhole(module.file, stamp);
  if (code === null) return null;
  module.isSettled = true;
  if (!WebAssembly.validate(code)) {
    report(`${module.accountId}: ${shownPath(module.file)} is not a whole Wasm module yet`);
    return null;
  }
  const hash = formatHash(sha256(code));
  if (hash === module.hash) return null;
  module.hash = hash;
  return code;
}

/** Null if the file changes or vanishes meanwhile. */
function readWhole(file: string, stamp: string): Uint8Array<ArrayBuffer> | null {
  try {
    const code = new Uint8Array(readFileSync(file));
    return readStamp(file) === stamp ? code : null;
  } catch {
    return null;
  }
}

async function redeploy(
  { plan, rpc, mining, mode, report }: WatchParts,
  { accountId, file }: WatchedModule,
  code: Uint8Array,
): Promise<void> {
  const what = `${accountId}: redeployed ${shownPath(file)} (${code.length} bytes)`;
  try {
    if (mode === 'keep') {
      await createKit(rpc).deploy(code, { accountId });
      report(`${what}, state kept`);
    } else {
      await rpc('perigee_reset');
      await applyProject(plan, rpc, mining);
      report(`${what}, chain reset to genesis and ${plan.name} applied`);
    }
  } catch (error) {
    if (!(error instanceof PerigeeError)) throw error;
    report(`${accountId}: ${shownPath(file)} was not deployed: ${error.message}`);
  }
}

function shownPath(file: string): string {
  return relative(process.cwd(), file);
}
