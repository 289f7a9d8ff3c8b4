// The recordings in the repository (test/recordings/README.md), opened for tests.

import {
  type RecordedBlock,
  type RecordedEpoch,
  type RecordedTransaction,
  Recording,
} from '../../src/replay/recording.ts';
import { repositoryPath } from './repository.ts';

export type RecordingName =
  | 'corners'
  | 'crowd'
  | 'edges'
  | 'extras'
  | 'flood'
  | 'kicked'
  | 'nightly'
  | 'split'
  | 'stakes'
  | 'steps'
  | 'tour';

const DATA = 'test/recordings/data';

/** Other contracts that the recorded chains deploy. */
export function contractsFolder(): string {
  return repositoryPath(DATA, 'contracts');
}

export function recordingFolder(name: RecordingName): string {
  return repositoryPath(DATA, name);
}

/** A change to the lines of a recording while it is read. */
export interface RecordingEdit {
  readonly block?: (block: RecordedBlock) => RecordedBlock;
  readonly transaction?: (transaction: RecordedTransaction) => RecordedTransaction;
  readonly epoch?: (epoch: RecordedEpoch) => RecordedEpoch;
}

/** A recording that differs from what the node returned. */
export class EditedRecording extends Recording {
  readonly #edit: RecordingEdit;

  constructor(name: RecordingName, edit: RecordingEdit) {
    super(recordingFolder(name));
    this.#edit = edit;
  }

  override async *blocks(): AsyncGenerator<RecordedBlock> {
    const { block: edit = (block) => block } = this.#edit;
    for await (const block of super.blocks()) yield edit(block);
  }

  override async *transactions(): AsyncGenerator<RecordedTransaction> {
    const { transaction: edit = (transaction) => transaction } = this.#edit;
    for await (const transaction of super.transactions()) yield edit(transaction);
  }

  override async *epochs(): AsyncGenerator<RecordedEpoch> {
    const { epoch: edit = (epoch) => epoch } = this.#edit;
    for await (const epoch of super.epochs()) yield edit(epoch);
  }
}

/** A recording without the keys of its validators: every signature is taken as recorded. */
export class KeylessRecording extends Recording {
  override readonly signers = [];

  constructor(name: RecordingName) {
    super(recordingFolder(name));
  }
}
