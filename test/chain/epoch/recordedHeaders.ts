// What recorded chains say about epochs: the genesis, the relevant fields of every header, and the
// reference node's `validators` responses. `epochHeaders.jsonl.gz` has one reduced header view per
// line: parents follow from the order, and a random value is included only where it seeds an epoch.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { HASH_ZERO, type Hash } from '../../../src/base/crypto/hash.ts';
import { parseExactJson } from '../../../src/base/json/exactJson.ts';
import type { EpochHeader } from '../../../src/chain/epoch/blockInfo.ts';
import type { TypeOf } from '../../../src/codec/codec.ts';
import {
  bool,
  byteList,
  option,
  string,
  u32,
  u64Number,
  u64Text,
  vec,
} from '../../../src/codec/primitives.ts';
import { defaulted, omitNull, struct } from '../../../src/codec/struct.ts';
import { GenesisConfig } from '../../../src/types/genesis.ts';
import { balance, hash } from '../../../src/types/primitives.ts';
import { ValidatorStake } from '../../../src/types/validatorStake.ts';
import { readText, repositoryPath } from '../../support/repository.ts';

const RecordedHeader = struct({
  height: u64Number,
  hash,
  timestamp: u64Text,
  totalSupply: balance,
  lastFinalBlock: hash,
  chunkMask: vec(bool),
  chunkEndorsements: vec(byteList),
  latestProtocolVersion: u32,
  validatorProposals: defaulted(vec(ValidatorStake), []),
  randomValue: defaulted(hash, HASH_ZERO),
  /** The next four are only in the first header of an epoch. */
  epochId: omitNull(option(hash)),
  nextEpochId: omitNull(option(hash)),
  nextBpHash: omitNull(option(hash)),
  epochSyncDataHash: omitNull(option(hash)),
  author: string,
  approvals: u64Number,
});

export interface RecordedHeader extends TypeOf<typeof RecordedHeader> {
  /** By shard id, for the chunks that are new in the block. */
  readonly chunkAuthors: Readonly<Record<string, string>>;
  readonly header: EpochHeader;
}

const DATA = 'test/recordings/data';

export function readGenesis(chain: string): GenesisConfig {
  return GenesisConfig.parse(parseExactJson(readText(`${DATA}/${chain}/genesis.json`)));
}

export function readHeaders(chain: string): RecordedHeader[] {
  const file = readFileSync(repositoryPath(`${DATA}/${chain}/epochHeaders.jsonl.gz`));
  let prevHash = HASH_ZERO;
  return readLines(gunzipSync(file).toString()).map((line) => {
    const recorded = RecordedHeader.parse(line);
    const header = toHeader(recorded, prevHash);
    prevHash = recorded.hash;
    return { ...recorded, chunkAuthors: line.chunk_authors ?? {}, header };
  });
}

/** The `validators` responses for the finished epochs, by the text of their ids. */
export function readEpochAnswers(chain: string): { epochId: string; result: unknown }[] {
  return readLines(readText(`${DATA}/${chain}/epochs.jsonl`)).map((line) => ({
    epochId: line.epoch_id,
    result: line.validators.result,
  }));
}

/** The response for the current epoch and the height of the head at that time. */
export function readRunningAnswer(): { height: number; result: unknown } {
  const { height, validators } = JSON.parse(readText(`${DATA}/tour/running.json`));
  return { height, result: validators.result };
}

/** No number in these files exceeds the safe integers. */
function readLines(text: string): ReturnType<typeof JSON.parse>[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function toHeader(recorded: TypeOf<typeof RecordedHeader>, prevHash: Hash): EpochHeader {
  const { height, timestamp, validatorProposals, ...rest } = recorded;
  return {
    prevHash,
    lite: { height, timestamp },
    rest: { ...rest, prevValidatorProposals: validatorProposals, shardSplit: null },
  };
}
