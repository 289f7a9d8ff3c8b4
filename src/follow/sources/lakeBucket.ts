// NEAR Lake's files in a bucket of an S3-compatible object store. The client package is optional;
// the parts of it that are used are declared here.

import { requireOptional } from '../../base/optionalModule.ts';
import { BlockSourceError } from './blockSource.ts';
import {
  formatLakeHeight,
  LAKE_FILE_BYTES_MAX,
  LAKE_HEIGHT_MAX,
  type LakeFile,
  type LakeStore,
  parseLakeHeight,
} from './lakeStore.ts';

interface BucketOptions {
  readonly bucket: string;
  /** The prefix before the heights, without a trailing slash; may be empty. */
  readonly prefix: string;
  /** The address of an object store that is not Amazon's. */
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
}

/** The part of `@aws-sdk/client-s3` that is used. */
export interface S3Module {
  readonly S3Client: new (config: {
    region: string;
    endpoint?: string;
    forcePathStyle: boolean;
  }) => S3Client;
  readonly ListObjectsV2Command: new (input: {
    Bucket: string;
    Prefix: string;
    Delimiter: string;
    StartAfter: string;
    MaxKeys: number;
    RequestPayer: 'requester';
  }) => object;
  readonly GetObjectCommand: new (input: {
    Bucket: string;
    Key: string;
    RequestPayer: 'requester';
  }) => object;
  readonly PutObjectCommand: new (input: {
    Bucket: string;
    Key: string;
    Body: Uint8Array;
    ContentType: string;
  }) => object;
}

interface S3Client {
  send(command: object, options?: { abortSignal: AbortSignal }): Promise<S3Answer>;
  destroy(): void;
}

interface Listing {
  readonly heights: readonly number[];
  /** Whether there are no heights after them. */
  readonly isWhole: boolean;
}

interface S3Answer {
  readonly IsTruncated?: boolean;
  readonly CommonPrefixes?: readonly { readonly Prefix?: string }[];
  readonly Contents?: readonly { readonly Key?: string }[];
  readonly ContentLength?: number;
  readonly Body?: { transformToByteArray(): Promise<Uint8Array> };
}

/** Where the public buckets of NEAR Lake are. */
const REGION_DEFAULT = 'eu-central-1';
/** The page size of a listing. */
const LISTED_MAX = 1_000;
/** Retrying does not help against these. */
const LASTING_STATUSES: ReadonlySet<number> = new Set([301, 400, 401, 403]);
const LASTING_ERRORS: ReadonlySet<string> = new Set(['CredentialsProviderError', 'NoSuchBucket']);

export class LakeBucket implements LakeStore {
  readonly name: string;
  readonly #s3: S3Module;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #root: string;

  static async open(options: BucketOptions): Promise<LakeBucket> {
    const purpose = 'Reading or writing a bucket';
    return new LakeBucket(requireOptional<S3Module>('@aws-sdk/client-s3', purpose), options);
  }

  constructor(s3: S3Module, { bucket, prefix, endpoint, region = REGION_DEFAULT }: BucketOptions) {
    this.name = `lake:s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
    this.#s3 = s3;
    this.#bucket = bucket;
    this.#root = prefix === '' ? '' : `${prefix}/`;
    const place = endpoint === undefined ? {} : { endpoint };
    this.#client = new s3.S3Client({ region, ...place, forcePathStyle: endpoint !== undefined });
  }

  async heights(from: number, max: number, signal: AbortSignal): Promise<readonly number[]> {
    return (await this.#list(from, max, signal)).heights;
  }

  /** Listings only go forwards, so the end is found by binary search. */
  async lastHeight(signal: AbortSignal): Promise<number | null> {
    let last: number | null = null;
    let low = 0;
    let high = LAKE_HEIGHT_MAX;
    // The first listing is from the beginning: most buckets of a local chain end in it.
    for (let middle = 0; low <= high; middle = Math.floor((low + high) / 2)) {
      const { heights, isWhole } = await this.#list(middle, LISTED_MAX, signal);
      const found = heights.at(-1);
      if (found === undefined) high = middle - 1;
      else if (isWhole) return found;
      else {
        last = found;
        low = found + 1;
      }
    }
    return last;
  }

  async files(height: number, signal: AbortSignal): Promise<readonly string[]> {
    const folder = this.#keyOf(height, '');
    const command = new this.#s3.ListObjectsV2Command({
      Bucket: this.#bucket,
      Prefix: folder,
      Delimiter: '/',
      StartAfter: folder,
      MaxKeys: LISTED_MAX,
      RequestPayer: 'requester',
    });
    const { Contents = [] } = await this.#send(command, signal);
    return Contents.map(({ Key = '' }) => Key.slice(folder.length));
  }

  async read(height: number, file: string, signal: AbortSignal): Promise<Uint8Array | null> {
    const Key = this.#keyOf(height, file);
    const command = new this.#s3.GetObjectCommand({
      Bucket: this.#bucket,
      Key,
      RequestPayer: 'requester',
    });
    try {
      const { Body, ContentLength = 0 } = await this.#send(command, signal);
      if (ContentLength > LAKE_FILE_BYTES_MAX) {
        const text = `${Key} is larger than the ${LAKE_FILE_BYTES_MAX} bytes that are read.`;
        throw new BlockSourceError({ code: 'source_content', height }, text);
      }
      return (await Body?.transformToByteArray()) ?? null;
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  }

  /** All concurrently except the last one, which marks the others as complete. */
  async write(height: number, files: readonly LakeFile[]): Promise<void> {
    await Promise.all(files.slice(0, -1).map((file) => this.#put(height, file)));
    const last = files.at(-1);
    if (last !== undefined) await this.#put(height, last);
  }

  close(): void {
    this.#client.destroy();
  }

  async #list(from: number, max: number, signal: AbortSignal): Promise<Listing> {
    const command = new this.#s3.ListObjectsV2Command({
      Bucket: this.#bucket,
      Prefix: this.#root,
      Delimiter: '/',
      // Exclusive, but the contents of this height's folder sort after its bare name.
      StartAfter: this.#root + formatLakeHeight(from),
      MaxKeys: Math.min(max, LISTED_MAX),
      RequestPayer: 'requester',
    });
    const { CommonPrefixes = [], IsTruncated = false } = await this.#send(command, signal);
    const heights = CommonPrefixes.map(({ Prefix = '' }) =>
      parseLakeHeight(Prefix.slice(this.#root.length, -1)),
    ).filter((height) => height !== null);
    return { heights, isWhole: !IsTruncated };
  }

  async #put(height: number, { name, content }: LakeFile): Promise<void> {
    const command = new this.#s3.PutObjectCommand({
      Bucket: this.#bucket,
      Key: this.#keyOf(height, name),
      Body: content,
      ContentType: 'application/json',
    });
    await this.#send(command);
  }

  #keyOf(height: number, file: string): string {
    return `${this.#root}${formatLakeHeight(height)}/${file}`;
  }

  async #send(command: object, signal?: AbortSignal): Promise<S3Answer> {
    try {
      // Many requests at once must not all listen to one signal: that looks like a leak.
      const own = signal && { abortSignal: AbortSignal.any([signal]) };
      return await this.#client.send(command, own);
    } catch (error) {
      const { name, message } = error as Error;
      if (LASTING_ERRORS.has(name) || LASTING_STATUSES.has(statusOf(error))) {
        const text = `${this.name} cannot be used: ${name}: ${message}`;
        throw new BlockSourceError({ code: 'source_unreachable' }, text, { cause: error });
      }
      throw error;
    }
  }
}

function statusOf(error: unknown): number {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode ?? 0;
}
