// Why a node answers no controls, as far as a client can tell: what it says about its program, and
// whether it is asked from the same machine.

import { PerigeeError } from '../base/errors.ts';
import { NODE_VERSION } from '../base/version.ts';
import type { Client } from '../client/createClient.ts';
import { isLoopbackHost } from '../http/access/localRequest.ts';

/** A sentence without its full stop. */
export async function describeMissingControls(client: Client): Promise<string> {
  const { url } = client;
  const build = await readBuild(client);
  if (build !== null && build !== NODE_VERSION.build) {
    const name = JSON.stringify(build);
    return `${url} is not a node of Perigee (its build is ${name}), and has no controls`;
  }
  if (isLoopbackHost(new URL(url).hostname)) {
    return (
      `${url} has no controls: only \`perigee start\` and \`run\` have them, ` +
      'without --no-controls'
    );
  }
  return (
    `${url} shows no controls: callers from other machines need a node that was started with ` +
    '--token and without --no-controls, and its token'
  );
}

/** Null if the node does not say. */
async function readBuild({ rpc }: Client): Promise<string | null> {
  try {
    return (await rpc('status')).version.build;
  } catch (error) {
    if (error instanceof PerigeeError) return null;
    throw error;
  }
}
