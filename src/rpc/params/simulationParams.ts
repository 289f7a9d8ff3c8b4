// Params of simulations: transactions as JSON or as bytes, and what is different from the chain.

import { base64ToBytes } from '../../base/bytes/bytes.ts';
import { PerigeeError } from '../../base/errors.ts';
import type { StateEdit } from '../../chain/patch/stateEdit.ts';
import {
  type Codec,
  decode,
  described,
  JsonError,
  readOnly,
  type TypeOf,
} from '../../codec/codec.ts';
import { bool, option, string, u64Number, vec } from '../../codec/primitives.ts';
import { defaulted } from '../../codec/struct.ts';
import {
  GIVEN_BLOCKS_MAX,
  type GivenBlock,
  type GivenTransaction,
  OVERRIDES_MAX,
  TRANSACTIONS_MAX,
} from '../../simulate/simulationRequest.ts';
import { TraceLevel } from '../../trace/tree/transactionTrace.ts';
import { accountId } from '../../types/accountId.ts';
import { functionArgs, hash, nonce, publicKey } from '../../types/primitives.ts';
import { SignedTransaction, Transaction } from '../../types/transaction.ts';
import { BlockId, type BlockReference, blockIdReference, Finality } from './blockReference.ts';
import { action, timestamp } from './controlParams.ts';
import { exact, mapped } from './params.ts';
import { stateOverride } from './stateEdits.ts';

const TransactionParts = exact('PerigeeUnsignedTransaction', {
  signerId: accountId,
  receiverId: accountId,
  actions: vec(action),
  publicKey: described(
    option(publicKey),
    'The access key that pays and permits; without it, none is needed or changed.',
  ),
  nonce: described(option(nonce), 'Of the access key; its next one by default.'),
});

const givenTransaction: Codec<GivenTransaction> = readOnly({
  parse: (json) =>
    typeof json === 'string'
      ? readTransaction(json)
      : { kind: 'parts', value: TransactionParts.parse(json) },
  schema: (scope) => ({
    anyOf: [
      TransactionParts.schema(scope),
      {
        type: 'string',
        format: 'byte',
        description: 'A transaction in Borsh, signed or not, base64-encoded.',
      },
    ],
  }),
});

/** Bytes of one kind are not those of the other: a signature follows. */
function readTransaction(base64: string): GivenTransaction {
  const borsh = base64ToBytes(base64);
  try {
    return { kind: 'signed', value: decode(SignedTransaction, borsh) };
  } catch (error) {
    if (!(error instanceof PerigeeError)) throw error;
    return { kind: 'unsigned', value: decode(Transaction, borsh) };
  }
}

/** A list, or its only element. */
function oneOrMany<T>(item: Codec<T>): Codec<readonly T[]> {
  const many = vec(item);
  return readOnly({
    parse: (json) => (Array.isArray(json) ? many.parse(json) : [item.parse(json)]),
    schema: (scope) => ({ anyOf: [many.schema(scope), item.schema(scope)] }),
  });
}

const overrides: Codec<readonly StateEdit[]> = described(
  defaulted(vec(stateOverride), []),
  'Changes of the state before it.',
);

const blockFields = {
  overrides,
  blockHeight: described(
    option(u64Number),
    'Its height; that after the block before by default. Heights between are skipped, except at ' +
      'the ends of epochs.',
  ),
  blockTimestamp: described(
    option(timestamp),
    'Its time; one second after the block before by default, and now for the first block on the ' +
      'newest one.',
  ),
  randomValue: described(option(hash), 'Its random value, which contracts read seeds from.'),
} as const;

const Block = exact('PerigeeGivenBlock', {
  transactions: described(defaulted(oneOrMany(givenTransaction), []), 'In this order.'),
  ...blockFields,
  waitForReceipts: described(
    defaulted(bool, false),
    'Whether blocks follow that execute all receipts; always so after the last one.',
  ),
});

/** The newest block by default. */
const referenceFields = {
  blockId: described(option(BlockId), 'The block on which it happens: a height or a hash.'),
  finality: option(Finality),
} as const;

function readReference({ blockId, finality }: References): BlockReference {
  if (blockId !== null && finality !== null) {
    throw new JsonError('either `block_id` or `finality` was expected, but not both');
  }
  return finality === null ? blockIdReference(blockId) : { kind: 'finality', value: finality };
}

const SimulateRequest = exact('PerigeeSimulateRequest', {
  ...referenceFields,
  transactions: described(
    option(oneOrMany(givenTransaction)),
    'One transaction or several, which the first block includes in this order.',
  ),
  ...blockFields,
  blocks: described(option(vec(Block)), 'Several blocks, instead of `transactions`.'),
  level: described(
    option(TraceLevel),
    'Adds a trace to each transaction, as in `perigee_trace_transaction`.',
  ),
  suggestGas: described(
    defaulted(bool, true),
    'Whether to find out how much gas function calls need, which executes them again.',
  ),
});

type References = {
  readonly blockId: TypeOf<typeof BlockId> | null;
  readonly finality: TypeOf<typeof Finality> | null;
};

export const simulateParams = mapped(SimulateRequest, (request) => {
  const { transactions, blocks, level, suggestGas } = request;
  const reference = readReference(request);
  return { reference, level, suggestGas, blocks: verifyBounds(readBlocks(request)) };

  function readBlocks(given: TypeOf<typeof SimulateRequest>): readonly GivenBlock[] {
    const { overrides: patches, blockHeight, blockTimestamp, randomValue } = given;
    if ((transactions === null) === (blocks === null)) {
      throw new JsonError('either `transactions` or `blocks` was expected, but not both');
    }
    const own = { overrides: patches, blockHeight, blockTimestamp, randomValue };
    if (blocks === null) {
      return [{ ...own, transactions: transactions ?? [], waitForReceipts: true }];
    }
    const hasOwn = [blockHeight, blockTimestamp, randomValue].some((value) => value !== null);
    if (hasOwn || patches.length > 0) {
      throw new JsonError('with `blocks`, overrides belong into the blocks');
    }
    return blocks.map((block, i) => ({
      ...block,
      waitForReceipts: block.waitForReceipts || i === blocks.length - 1,
    }));
  }
});

function verifyBounds(blocks: readonly GivenBlock[]): readonly GivenBlock[] {
  const count = (read: (block: GivenBlock) => number) =>
    blocks.reduce((sum, block) => sum + read(block), 0);
  verifyCount('blocks', blocks.length, GIVEN_BLOCKS_MAX);
  if (blocks.length === 0) throw new JsonError('invalid length 0, expected at least 1 block');
  verifyCount(
    'transactions',
    count(({ transactions }) => transactions.length),
    TRANSACTIONS_MAX,
  );
  verifyCount(
    'overrides',
    count(({ overrides: patches }) => patches.length),
    OVERRIDES_MAX,
  );
  return blocks;
}

function verifyCount(what: string, length: number, max: number): void {
  if (length > max)
    throw new JsonError(`invalid length ${length}, expected at most ${max} ${what}`);
}

const CallRequest = exact('PerigeeCallRequest', {
  ...referenceFields,
  accountId,
  methodName: string,
  argsBase64: functionArgs,
  overrides,
  blockHeight: described(option(u64Number), 'The height that the contract sees.'),
  blockTimestamp: described(option(timestamp), 'The time that the contract sees.'),
});

export const callParams = mapped(CallRequest, (request) => {
  verifyCount('overrides', request.overrides.length, OVERRIDES_MAX);
  return { ...request, reference: readReference(request) };
});
