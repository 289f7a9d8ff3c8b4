// A recorded chain in a folder: the node's own files, every block with its chunks and changes,
// every transaction with the answer it got. Lines are read one by one; whole recordings are large.

import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { base64ToBytes, concatBytes } from '../base/bytes/bytes.ts';
import { parseSecretKey } from '../base/crypto/keys.ts';
import { PerigeeError } from '../base/errors.ts';
import {
  type JsonObject,
  type JsonValue,
  parseJson,
  parseJsonBytes,
} from '../base/json/exactJson.ts';
import {
  createValidatorSigner,
  type ValidatorSigner,
} from '../chain/production/validatorSigner.ts';
import { readContracts } from '../home/readContracts.ts';
import { ConfigFile } from '../rpc/config/configFile.ts';
import { Genesis } from '../types/genesis.ts';

export interface RecordedBlock {
  readonly height: number;
  readonly block: JsonObject;
  readonly chunks: readonly JsonObject[];
  readonly changesInBlock: JsonObject;
  readonly changes: readonly JsonObject[];
}

export interface RecordedTransaction {
  readonly hash: string;
  readonly signedBase64: string | null;
  /** What the node answered about it, early and late; null where it answered an error. */
  readonly results: readonly JsonObject[];
}

export interface RecordedEpoch {
  readonly epochId: string;
  readonly validators: JsonObject;
}

export class RecordingError extends PerigeeError<{ readonly code: 'recording' }> {
  constructor(message: string, cause?: unknown) {
    super({ code: 'recording' }, message, { cause });
  }
}

export class Recording {
  readonly genesis: Genesis;
  readonly signers: readonly ValidatorSigner[];
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
    if (!existsSync(join(directory, 'genesis.json'))) {
      throw new RecordingError(`${directory} holds no recording: genesis.json is missing`);
    }
    this.genesis = Genesis.parse(this.#readJson('genesis.json'));
    this.signers = this.#readSigners();
  }

  /** The node's own configuration, for answering as it did. */
  config(): ConfigFile {
    return ConfigFile.parse(this.#readJson('config.json'));
  }

  async *blocks(): AsyncGenerator<RecordedBlock> {
    for await (const line of this.#lines('blocks.jsonl')) {
      yield {
        height: Number(line.height),
        block: resultOf(line.block) as JsonObject,
        chunks: (line.chunks as JsonValue[]).map((chunk) => resultOf(chunk) as JsonObject),
        changesInBlock: resultOf(line.changes_in_block) as JsonObject,
        changes: (line.changes as JsonValue[]).map((answer) => resultOf(answer) as JsonObject),
      };
    }
  }

  async *transactions(): AsyncGenerator<RecordedTransaction> {
    for (const file of ['transactions.jsonl', 'late.jsonl']) {
      for await (const line of this.#lines(file)) {
        const answers = [resultOf(line.send_tx), resultOf(line.status)];
        yield {
          hash: line.hash as string,
          signedBase64: (line.signed_tx_base64 as string | null | undefined) ?? null,
          results: answers.filter((answer) => answer !== null),
        };
      }
    }
  }

  async *epochs(): AsyncGenerator<RecordedEpoch> {
    for await (const line of this.#lines('epochs.jsonl')) {
      const validators = resultOf(line.validators);
      if (validators !== null) yield { epochId: line.epoch_id as string, validators };
    }
  }

  /** The contracts in the recording's own folder for them. */
  contracts(): readonly Uint8Array[] {
    return readContracts(join(this.#directory, 'code'));
  }

  #readSigners(): ValidatorSigner[] {
    const several = this.#readOptionalJson('validator_keys.json');
    const single = this.#readOptionalJson('validator_key.json');
    const keys = (several ?? (single === null ? [] : [single])) as unknown as {
      account_id: string;
      secret_key: string;
    }[];
    return keys.map((key) => createValidatorSigner(key.account_id, parseSecretKey(key.secret_key)));
  }

  #readOptionalJson(name: string): JsonValue {
    return existsSync(join(this.#directory, name)) ? this.#readJson(name) : null;
  }

  #readJson(name: string): JsonValue {
    const path = join(this.#directory, name);
    try {
      return parseJson(readFileSync(path, 'utf8'));
    } catch (error) {
      throw new RecordingError(`${path} cannot be read: ${(error as Error).message}`, error);
    }
  }

  /** The lines of a file, packed or plain; none for a file that is not there. */
  async *#lines(name: string): AsyncGenerator<JsonObject> {
    const plain = join(this.#directory, name);
    const packed = `${plain}.gz`;
    if (!existsSync(packed) && !existsSync(plain)) return;
    const bytes = existsSync(packed)
      ? createReadStream(packed).pipe(createGunzip({ chunkSize: CHUNK_BYTES }))
      : createReadStream(plain, { highWaterMark: CHUNK_BYTES });
    for await (const line of splitLines(bytes)) {
      if (line.length > 0) yield parseJsonBytes(line) as JsonObject;
    }
  }
}

/** Single lines can have megabytes. */
const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let begun: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      yield concatBytes(...begun, chunk.subarray(start, end));
      begun = [];
      start = end + 1;
    }
    begun.push(chunk.subarray(start));
  }
  yield concatBytes(...begun);
}

/** The contracts that a block's state changes show in full. */
export function shownContracts({ changes }: RecordedBlock): Uint8Array[] {
  return changes
    .flatMap((answer) => answer.changes as JsonObject[])
    .map((entry) => (entry.change as JsonObject).code_base64)
    .filter((code) => typeof code === 'string')
    .map(base64ToBytes);
}

function resultOf(answer: JsonValue | undefined): JsonObject | null {
  return ((answer as JsonObject | undefined)?.result as JsonObject | undefined) ?? null;
}
