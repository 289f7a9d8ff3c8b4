// Starts a follower: turns the options into a store with a block to continue from, and into what is
// known about its epochs. A store that already has a chain continues with it; a copy of its initial
// checkpoint is kept next to it.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Caches } from '../../base/collections/caches.ts';
import { PerigeeError, restate } from '../../base/errors.ts';
import { parseJsonBytes } from '../../base/json/exactJson.ts';
import { parseDump, type StateDump } from '../../chain/controls/stateDump.ts';
import type { EpochReader } from '../../chain/stored/epochReader.ts';
import type { StoredChain } from '../../chain/stored/storedChain.ts';
import { askCheckpoint, Checkpoint, parseCheckpoint } from '../../follow/checkpoint.ts';
import type { EpochGuide } from '../../follow/epochs/epochGuide.ts';
import { FollowedEpochs } from '../../follow/epochs/followedEpochs.ts';
import {
  type CheckpointStart,
  openFromCheckpoint,
  readCheckpoint,
} from '../../follow/openFromCheckpoint.ts';
import { openFromGenesis } from '../../follow/openFromGenesis.ts';
import {
  createRpcProducers,
  NO_PRODUCERS,
  type ProducerSource,
} from '../../follow/sources/producerSource.ts';
import { EPOCH_CONFIGS_FOLDER, readEpochConfigs } from '../../home/readEpochConfigs.ts';
import type { ProtocolRules } from '../../params/protocolRules.ts';
import type { Store } from '../../store/store.ts';
import { Genesis, type GenesisConfig } from '../../types/genesis.ts';
import type { FollowOptions } from '../options.ts';
import { createChainRpc } from './chainRpc.ts';

class CannotFollow extends PerigeeError<{ readonly code: 'cannot_follow' }> {
  constructor(message: string, cause?: unknown) {
    super({ code: 'cannot_follow' }, message, { cause });
  }
}

interface FollowedChain {
  readonly guide: EpochGuide;
  readonly epochs: EpochReader;
  readonly genesis: GenesisConfig;
}

/** For people: a copy of the checkpoint that the store started with, to be shared. */
const CHECKPOINT_FILE = 'checkpoint.json';

interface FollowedStore {
  readonly store: Store;
  readonly chain: StoredChain;
  readonly caches: Caches;
}

export async function openFollowed(
  opening: FollowedStore,
  folder: string,
  options: FollowOptions,
): Promise<FollowedChain> {
  const kept = readCheckpoint(opening.store);
  if (kept !== null) return followCheckpoint(opening, options, { checkpoint: kept, dump: null });
  if (options.checkpoint === undefined) return followGenesis(opening, options);
  const dump = options.stateFrom === undefined ? null : readDump(options.stateFrom);
  const checkpoint = await findCheckpoint(options.checkpoint, options.start, dump);
  const followed = followCheckpoint(opening, options, { checkpoint, dump });
  writeFileSync(join(folder, CHECKPOINT_FILE), `${Checkpoint.json(checkpoint)}\n`);
  return followed;
}

function followGenesis({ store, caches }: FollowedStore, options: FollowOptions): FollowedChain {
  const genesis = readFollowedGenesis(options);
  const guide = openFromGenesis(store, genesis, { rules: rulesOf(options), caches });
  return { guide, epochs: guide.epochs, genesis: genesis.config };
}

/** The genesis that the options name, as the start of the chain. */
export function readFollowedGenesis({
  genesis: path,
  start,
  stateFrom,
  checkpoint,
  execute,
}: FollowOptions): Genesis {
  if (execute && checkpoint !== undefined) {
    throw new CannotFollow(
      '--execute needs --genesis: the rewards at the end of an epoch depend on all ' +
        'earlier blocks, so a chain cannot be executed from a checkpoint',
    );
  }
  if (path === undefined) {
    throw new CannotFollow(
      'perigee follow needs a starting point: --genesis FILE, or --checkpoint with a file or the ' +
        'address of an RPC service',
    );
  }
  if (start !== undefined || stateFrom !== undefined) {
    throw new CannotFollow(
      '--start and --state-from can only be used with --checkpoint, not with --genesis',
    );
  }
  return readGenesis(path);
}

function followCheckpoint(
  { store, chain, caches }: FollowedStore,
  options: FollowOptions,
  start: Pick<CheckpointStart, 'checkpoint' | 'dump'>,
): FollowedChain {
  const guide = openFromCheckpoint(store, {
    ...start,
    source: producerSource(options),
    rules: rulesOf(options),
    caches,
  });
  const epochs = new FollowedEpochs(store, caches, chain);
  return { guide, epochs, genesis: start.checkpoint.genesisConfig };
}

/** A chain that has epoch configurations besides its genesis has them in the same folder. */
export function rulesOf({ dialect, genesis }: FollowOptions): Partial<ProtocolRules> {
  const folder = genesis === undefined ? null : join(dirname(genesis), EPOCH_CONFIGS_FOLDER);
  return {
    ...(dialect !== undefined && { dialect }),
    ...(folder !== null && { epochConfigs: readEpochConfigs(folder) }),
  };
}

async function findCheckpoint(
  place: string,
  start: number | undefined,
  dump: StateDump | null,
): Promise<Checkpoint> {
  if (isUrl(place)) {
    return askCheckpoint(createChainRpc({ url: place }), start ?? dump?.height ?? null);
  }
  const checkpoint = parseCheckpoint(readInput(place));
  const { height } = checkpoint.block.header;
  if (start === undefined || start === height) return checkpoint;
  throw new CannotFollow(`${place} is a checkpoint at height ${height}, not at ${start}`);
}

/** A service that supplied the checkpoint also knows later block producers. */
function producerSource({ checkpoint, upstream }: FollowOptions): ProducerSource {
  const isService = checkpoint !== undefined && isUrl(checkpoint);
  const asked = isService ? { url: checkpoint } : upstream;
  return asked === undefined ? NO_PRODUCERS : createRpcProducers(createChainRpc(asked));
}

export function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text);
}

function readGenesis(path: string): Genesis {
  return explain(path, () => Genesis.parse(parseJsonBytes(readInput(path))));
}

function readDump(path: string): StateDump {
  return explain(path, () => parseDump(new TextDecoder().decode(readInput(path))));
}

function readInput(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CannotFollow(`${path} cannot be read: ${(error as Error).message}`, error);
  }
}

function explain<T>(path: string, read: () => T): T {
  return restate(read, (error) => {
    // The error of an unreadable file is complete already.
    if (error instanceof CannotFollow) return error;
    return new CannotFollow(`${path} cannot be used: ${error.message}`, error);
  });
}
