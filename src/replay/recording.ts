// A recorded chain in a folder: the node's own files, every block with its chunks and changes,
// every transaction with the answer it got. Lines are read one by one; whole recordings are large.

import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { base64ToBytes, joinBytes } from '../base/bytes/bytes.ts';
import type { JsonObject, JsonValue } from '../base/json/exactJson.ts';
import { parseJson } from '../base/json/plainJson.ts';
import { verifyGenesis } from '../chain/blocks/verifyGenesis.ts';
import { createValidatorSigner, type ValidatorSigner } from '../chain/signing/validatorSigner.ts';
import { type KeyFile, parseKeyFile } from '../home/homeFolder.ts';
import { readContracts } from '../home/readContracts.ts';
import { EPOCH_CONFIGS_FOLDER, readEpochConfigs } from '../home/readEpochConfigs.ts';
import { ProtocolRules, RELEASE_RULES } from '../params/protocolRules.ts';
import { ConfigFile } from '../rpc/config/configFile.ts';
import { Genesis } from '../types/genesis.ts';
import { RecordedLine } from './recordedLine.ts';
import { RecordingError, unreadable } from './recordingError.ts';

export interface RecordedBlock {
  readonly height: number;
  readonly block: JsonObject;
  readonly chunks: readonly JsonObject[];
  readonly changesInBlock: JsonObject;
  readonly changes: readonly JsonObject[];
}

export interface RecordedTransaction {
  readonly hash: string | null;
  readonly signedBase64: string | null;
  /** The node's responses about it, early and late; null for an error. */
  readonly results: readonly JsonObject[];
}

export interface RecordedEpoch {
  readonly epochId: string;
  readonly validators: JsonObject;
}

interface RawLine {
  /** Names the line in messages. */
  readonly place: string;
  readonly take: () => Uint8Array;
}

export class Recording {
  readonly genesis: Genesis;
  readonly rules: ProtocolRules;
  readonly signers: readonly ValidatorSigner[];
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
    if (!existsSync(join(directory, 'genesis.json'))) {
      throw new RecordingError(`${directory} holds no recording: genesis.json is missing`);
    }
    this.rules = {
      ...(this.#readOptional('recording.json', ProtocolRules.parse) ?? RELEASE_RULES),
      epochConfigs: readEpochConfigs(join(directory, EPOCH_CONFIGS_FOLDER)),
    };
    this.genesis = this.#read('genesis.json', (json) => verifyGenesis(Genesis.parse(json)));
    this.signers = this.#readSigners();
  }

  /** The node's own configuration, to respond as it did. */
  config(): ConfigFile {
    return this.#read('config.json', ConfigFile.parse);
  }

  async *blocks(): AsyncGenerator<RecordedBlock> {
    for await (const line of this.#lines('blocks.jsonl')) {
      yield {
        height: line.height(),
        block: line.result('block'),
        chunks: line.results('chunks'),
        changesInBlock: line.result('changes_in_block'),
        changes: line.results('changes'),
      };
    }
  }

  /** The contracts that the state changes of each block show in full. */
  async *shownContracts(): AsyncGenerator<readonly Uint8Array[]> {
    for await (const line of this.#rawLines('blocks.jsonl')) yield listContracts(line);
  }

  async *transactions(): AsyncGenerator<RecordedTransaction> {
    for (const file of ['transactions.jsonl', 'late.jsonl']) {
      for await (const line of this.#lines(file)) {
        const answers = [line.optionalResult('send_tx'), line.optionalResult('status')];
        yield {
          hash: line.optionalText('hash'),
          signedBase64: line.optionalText('signed_tx_base64'),
          results: answers.filter((answer) => answer !== null),
        };
      }
    }
  }

  async *epochs(): AsyncGenerator<RecordedEpoch> {
    for await (const line of this.#lines('epochs.jsonl')) {
      const validators = line.optionalResult('validators');
      if (validators !== null) yield { epochId: line.text('epoch_id'), validators };
    }
  }

  /** The contracts in the recording's own folder for them. */
  contracts(): readonly Uint8Array[] {
    return readContracts(join(this.#directory, 'code'));
  }

  #readSigners(): ValidatorSigner[] {
    return (
      this.#readOptional('validator_keys.json', parseKeyFiles) ??
      this.#readOptional('validator_key.json', (json) => [parseKeyFile(json)]) ??
      []
    ).map(({ accountId, secretKey }) => createValidatorSigner(accountId, secretKey));
  }

  #readOptional<T>(name: string, parse: (json: JsonValue) => T): T | null {
    return existsSync(join(this.#directory, name)) ? this.#read(name, parse) : null;
  }

  #read<T>(name: string, parse: (json: JsonValue) => T): T {
    const path = join(this.#directory, name);
    try {
      return parse(parseJson(readFileSync(path, 'utf8')));
    } catch (error) {
      throw unreadable(path, error);
    }
  }

  /** The lines of a file, compressed or plain; none for a file that does not exist. */
  async *#lines(name: string): AsyncGenerator<RecordedLine> {
    for await (const { place, take } of this.#rawLines(name)) {
      yield new RecordedLine(place, take());
    }
  }

  async *#rawLines(name: string): AsyncGenerator<RawLine> {
    const plain = join(this.#directory, name);
    const packed = `${plain}.gz`;
    if (!existsSync(packed) && !existsSync(plain)) return;
    const path = existsSync(packed) ? packed : plain;
    let number = 0;
    for await (const line of splitLines(readUnpacked(path))) {
      number += 1;
      if (line.length > 0) yield { place: `line ${number} of ${path}`, take: line.take };
    }
  }
}

function parseKeyFiles(json: JsonValue): KeyFile[] {
  if (!Array.isArray(json)) throw new RecordingError('not a list of keys');
  return json.map(parseKeyFile);
}

/** Single lines can have megabytes. */
const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/** The bytes of a file, decompressed if necessary. */
async function* readUnpacked(path: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const unpack = createGunzip({ chunkSize: CHUNK_BYTES });
  try {
    // A failure in one part of a pipeline ends the others, so the iterator throws it.
    yield* path.endsWith('.gz') ? pipeline(file, unpack, () => {}) : file;
  } catch (error) {
    throw unreadable(path, error);
  }
}

interface SplitLine {
  readonly length: number;
  /** The bytes, once: who goes through the lines does not keep them while one is used. */
  take(): Uint8Array;
}

async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SplitLine> {
  const begun: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      begun.push(chunk.subarray(start, end));
      start = end + 1;
      yield joinLine(begun.splice(0));
    }
    begun.push(chunk.subarray(start));
  }
  yield joinLine(begun);
}

function joinLine(parts: Uint8Array[]): SplitLine {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return { length, take: () => joinBytes(parts.splice(0)) };
}

const CODE_FIELD = 'code_base64';

function viewBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** The contracts that a block's state changes show in full. */
function listContracts({ place, take }: RawLine): Uint8Array[] {
  const bytes = take();
  // Parsing a long block takes a second, and few have contracts.
  if (!viewBuffer(bytes).includes(CODE_FIELD)) return [];
  return new RecordedLine(place, bytes)
    .results('changes')
    .flatMap((answer) => answer.changes as JsonObject[])
    .map((entry) => (entry.change as JsonObject).code_base64)
    .filter((code) => typeof code === 'string')
    .map(base64ToBytes);
}
