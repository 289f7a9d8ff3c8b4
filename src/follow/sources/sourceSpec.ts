// How a source or target of blocks is named on a command line:
// `neardata:URL`, `lake:DIR` or `lake:s3://BUCKET[/PREFIX]`.

import { showUrl } from '../../base/shownUrl.ts';
import { type BlockSource, BlockSourceError, type SourceSurroundings } from './blockSource.ts';
import { LakeBucket } from './lakeBucket.ts';
import { LakeFolder } from './lakeFolder.ts';
import { createLakeSource } from './lakeSource.ts';
import type { LakeStore } from './lakeStore.ts';
import { createNeardataSource } from './neardataSource.ts';

type SourceSpec =
  | { readonly kind: 'neardata'; readonly url: URL }
  | { readonly kind: 'folder'; readonly directory: string }
  | { readonly kind: 'bucket'; readonly bucket: string; readonly prefix: string };

/** Options that are not part of the name. */
export interface SourceSettings {
  /** For neardata servers. */
  readonly apiKey?: string | undefined;
  readonly requestsPerMinute?: number | undefined;
  /** For buckets. */
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
}

/** A place that blocks can be written to. */
type LakeSpec = Exclude<SourceSpec, { kind: 'neardata' }>;

const LAKE_FORMS = 'lake:DIRECTORY or lake:s3://BUCKET';
const FORMS = `neardata:URL, ${LAKE_FORMS}`;

export function parseSourceSpec(text: string): SourceSpec {
  if (text.startsWith('neardata:')) return parseNeardata(text.slice('neardata:'.length));
  const spec = readLakeSpec(text);
  if (spec !== null) return spec;
  throw new BlockSourceError({ code: 'source_spec' }, `"${text}" names no blocks; use ${FORMS}.`);
}

/** For people: without any key in its address. */
export function showSourceSpec(text: string): string {
  const address = /^neardata:(.*)$/.exec(text)?.[1];
  return address === undefined ? text : `neardata:${showUrl(address)}`;
}

export function parseLakeSpec(text: string): LakeSpec {
  const spec = readLakeSpec(text);
  if (spec !== null) return spec;
  const message = `Blocks cannot be written to "${text}"; use ${LAKE_FORMS}.`;
  throw new BlockSourceError({ code: 'source_spec' }, message);
}

function readLakeSpec(text: string): LakeSpec | null {
  const bucket = /^(?:lake:)?s3:\/\/([^/]+)(?:\/(.*?))?\/?$/.exec(text);
  if (bucket !== null) return { kind: 'bucket', bucket: bucket[1] ?? '', prefix: bucket[2] ?? '' };
  const directory = /^lake:(.+)$/.exec(text)?.[1];
  if (directory === undefined || directory.startsWith('s3:')) return null;
  return { kind: 'folder', directory };
}

function parseNeardata(text: string): SourceSpec {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    const message = `"${text}" is not the address of a server; give one with http:// or https://.`;
    throw new BlockSourceError({ code: 'source_spec' }, message);
  }
  return { kind: 'neardata', url };
}

export async function createBlockSource(
  text: string,
  settings: SourceSettings,
  surroundings: SourceSurroundings,
): Promise<BlockSource> {
  const spec = parseSourceSpec(text);
  if (spec.kind !== 'neardata') {
    return createLakeSource(await openStore(spec, settings), surroundings);
  }
  const { apiKey, requestsPerMinute } = settings;
  const pace = requestsPerMinute === undefined ? {} : { requestsPerMinute };
  return createNeardataSource({ ...surroundings, url: spec.url, apiKey, ...pace });
}

/** Files to write blocks to. */
export async function openLakeStore(text: string, settings: SourceSettings): Promise<LakeStore> {
  return openStore(parseLakeSpec(text), settings);
}

async function openStore(spec: LakeSpec, { endpoint, region }: SourceSettings): Promise<LakeStore> {
  if (spec.kind === 'folder') return new LakeFolder(spec.directory);
  const { bucket, prefix } = spec;
  return LakeBucket.open({ bucket, prefix, endpoint, region });
}
