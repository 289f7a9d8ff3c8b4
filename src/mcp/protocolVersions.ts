// Revisions of the Model Context Protocol. Up to 2025-11-25 a session begins with `initialize`;
// from 2026-07-28 on every request names its revision, and a client may ask with
// `server/discover`. Both kinds are served, request by request, so nothing is kept of a client.

import { isJsonObject } from '../codec/codec.ts';
import { type Params, ProtocolError, requireText } from './jsonRpc.ts';

/** Newest first. */
const SESSION_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
const REQUEST_VERSIONS: readonly string[] = ['2026-07-28'];
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const SERVER_KEY = 'io.modelcontextprotocol/serverInfo';

export interface ServerInfo {
  readonly name: string;
  readonly title: string;
  readonly version: string;
}

/** The revision that a session gets: the one that the client proposes, or the newest. */
export function chooseVersion(proposed: unknown): string {
  return SESSION_VERSIONS.find((version) => version === proposed) ?? SESSION_VERSIONS[0];
}

/** Whether a request names its revision; throws a ProtocolError for one that is not known. */
export function namesVersion({ _meta: meta }: Params): boolean {
  const given = isJsonObject(meta) ? meta[VERSION_KEY] : undefined;
  if (given === undefined) return false;
  const requested = requireText(given, VERSION_KEY);
  if (REQUEST_VERSIONS.includes(requested)) return true;
  const supported = REQUEST_VERSIONS;
  throw new ProtocolError('unsupportedVersion', 'the protocol version is not supported', {
    supported,
    requested,
  });
}

export function discovered(): Params {
  return { supportedVersions: REQUEST_VERSIONS };
}

/** What newer revisions add to a result; nothing that can change may be kept by the client. */
export function completeResult(result: Params, server: ServerInfo, isListing: boolean): Params {
  return {
    ...result,
    resultType: 'complete',
    ...(isListing && { ttlMs: 0, cacheScope: 'private' }),
    _meta: { [SERVER_KEY]: server },
  };
}
