// What a node needs for itself before it creates anything: its home folder and its address. If
// either is taken, no half-made home is left behind.

import { existsSync } from 'node:fs';
import { lockHome } from '../home/lockFile.ts';
import { HttpListener } from '../http/connections/httpListener.ts';
import type { Releases } from '../process/releases.ts';
import type { StartOptions } from './options.ts';

/** Requests wait until the node has started. */
export async function claimPlace(
  directory: string,
  options: StartOptions,
  releases: Releases,
): Promise<HttpListener> {
  // A second node in the same folder reports the folder, which says more than a port.
  const lock = () => releases.push(lockHome(directory));
  const isNew = !existsSync(directory);
  if (!isNew) lock();
  const listener = await HttpListener.open(options);
  releases.push(() => listener.close());
  if (isNew) lock();
  return listener;
}
