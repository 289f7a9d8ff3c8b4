// Failures of views as RPC errors. `query` reports each by its name, or as a result for old
// clients; a view's own method declares fewer names and reports the rest as internal errors.

import { formatHash } from '../../base/crypto/hash.ts';
import { formatPublicKey } from '../../base/crypto/keys.ts';
import { formatRustString } from '../../base/json/rustText.ts';
import { described, documented, type TypeOf } from '../../codec/codec.ts';
import { string, u32, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { accountId } from '../../types/accountId.ts';
import { FunctionCallError } from '../../types/actionErrors.ts';
import { GlobalContractIdentifier } from '../../types/globalContract.ts';
import { publicKey, shardId } from '../../types/primitives.ts';
import { defineErrors, errorKind, type RpcError } from '../messages/errors.ts';
import { BlockReference, formatBlockReferenceDebug } from '../params/blockReference.ts';
import { type ViewedBlock, type ViewFailure, viewedBlockFields } from './view.ts';

const unknownBlock = errorKind<{ blockReference: BlockReference }>({
  when: 'There is no such block.',
  info: struct({ blockReference: BlockReference }),
  text: ({ blockReference }) =>
    'Block either has never been observed on the node or has been garbage collected: ' +
    formatBlockReferenceDebug(blockReference),
});

const AccountInfo = struct({ requestedAccountId: accountId, ...viewedBlockFields });
const ContractInfo = struct({ contractAccountId: accountId, ...viewedBlockFields });
const KeyInfo = struct({ publicKey, ...viewedBlockFields });
const LimitInfo = struct({ requestedAccountId: accountId, limit: u32, ...viewedBlockFields });
const GlobalInfo = struct({ identifier: GlobalContractIdentifier, ...viewedBlockFields });
const ShardInfo = struct({ requestedShardId: shardId });
const ExecutionInfo = struct({ vmError: FunctionCallError, ...viewedBlockFields });
const QueryExecutionInfo = struct({
  vmError: string,
  error: FunctionCallError,
  ...viewedBlockFields,
});

const known = {
  UNKNOWN_BLOCK: unknownBlock,
  INVALID_ACCOUNT: errorKind<TypeOf<typeof AccountInfo>>({
    when: 'The account id is invalid.',
    info: AccountInfo,
    text: ({ requestedAccountId }) => `Account ID ${requestedAccountId} is invalid`,
  }),
  UNKNOWN_ACCOUNT: errorKind<TypeOf<typeof AccountInfo>>({
    when: 'There is no such account.',
    info: AccountInfo,
    text: ({ requestedAccountId }) => `account ${requestedAccountId} does not exist while viewing`,
  }),
  NO_CONTRACT_CODE: errorKind<TypeOf<typeof ContractInfo>>({
    when: 'The account has no contract.',
    info: ContractInfo,
    text: ({ contractAccountId }) =>
      `Contract code for contract ID #${contractAccountId} has never been observed on the node`,
  }),
  TOO_LARGE_CONTRACT_STATE: errorKind<TypeOf<typeof ContractInfo>>({
    when:
      'The account stores more than `trie_viewer_state_size_limit` of `client_config`; ' +
      'paginated requests are not subject to it.',
    info: ContractInfo,
    text: ({ contractAccountId }) =>
      `State of contract ${contractAccountId} is too large to be viewed`,
  }),
  UNKNOWN_ACCESS_KEY: errorKind<TypeOf<typeof KeyInfo>>({
    when: 'The account has no such key.',
    info: KeyInfo,
    text: (info) =>
      `Access key for public key ${formatPublicKey(info.publicKey)} does not exist while viewing`,
  }),
  UNKNOWN_GAS_KEY: errorKind<TypeOf<typeof KeyInfo>>({
    when: 'The account has no such gas key.',
    info: KeyInfo,
    text: (info) =>
      `Gas key for public key ${formatPublicKey(info.publicKey)} does not exist while viewing`,
  }),
};

/**
 * Two kinds are declared but never occur: NO_SYNCED_BLOCKS, because there is always a block, and
 * CONTRACT_EXECUTION_ERROR, because a failed call is a result.
 */
export const queryErrors = defineErrors('RpcQueryError', {
  ...known,
  NO_SYNCED_BLOCKS: errorKind<void>({
    when: 'There is no earliest block yet.',
    text: () => 'There are no fully synchronized blocks on the node yet',
  }),
  UNAVAILABLE_SHARD: errorKind<TypeOf<typeof ShardInfo> & { sentence: string }>({
    when:
      'The node does not keep the state of the shard at this block, or follows the chain and has ' +
      'only part of the requested data.',
    info: ShardInfo,
    text: ({ sentence }) => sentence,
  }),
  GARBAGE_COLLECTED_BLOCK: errorKind<ViewedBlock>({
    when: 'The state at this block is no longer kept.',
    info: struct(viewedBlockFields),
    text: formatCollected,
  }),
  TOO_MANY_ACCESS_KEYS: errorKind<TypeOf<typeof LimitInfo>>({
    when: 'The account has more keys than `view_access_keys_limit` of `client_config`.',
    info: LimitInfo,
    text: ({ requestedAccountId, limit }) =>
      `Account ${requestedAccountId} has more than ${limit} access keys; use a paginated ` +
      'view_access_key_list request',
  }),
  CONTRACT_EXECUTION_ERROR: errorKind<TypeOf<typeof QueryExecutionInfo>>({
    when: 'The contract failed; at this node a failed call is a result with an `error`.',
    info: QueryExecutionInfo,
    text: ({ vmError }) => `Function call returned an error: ${vmError}`,
  }),
  NO_GLOBAL_CONTRACT_CODE: errorKind<TypeOf<typeof GlobalInfo>>({
    when: 'There is no such global contract.',
    info: GlobalInfo,
    text: ({ identifier }) =>
      `Global contract code with identifier ${formatIdentifierDebug(identifier)} has never been ` +
      'observed on the node',
  }),
});

export const viewErrors = defineErrors('RpcViewError', {
  ...known,
  CONTRACT_EXECUTION_ERROR: errorKind<TypeOf<typeof ExecutionInfo>>({
    when: 'The contract failed.',
    info: ExecutionInfo,
    text: ({ vmError }) => `Function call returned an error: ${formatCallErrorDebug(vmError)}`,
  }),
});

const failureFields = {
  error: described(string, 'Why the call failed, or that there is no such key or account.'),
  logs: described(vec(string), 'Always empty.'),
} as const;
/** A failure as the result that `query` returns for old clients, without the block. */
export const QueryFailure = documented(
  struct('QueryFailure', failureFields),
  'A failed call, or a missing access key.',
);
export const FailureView = struct({ ...failureFields, ...viewedBlockFields });

/** Failures that `query` returns as results. */
export const FAILED_RESULTS: ReadonlySet<string> = new Set([
  'CONTRACT_EXECUTION_ERROR',
  'UNKNOWN_ACCESS_KEY',
]);

function formatOldFailure(error: string, at: ViewedBlock): string {
  return FailureView.json({ ...at, error, logs: [] });
}

/**
 * The response of `query` to a failure: the text of a result, or an error. A missing key is a
 * result, and so is the missing account of a key.
 */
export function failureOfQuery(failure: ViewFailure, requestType: string): string | RpcError {
  const { info, at } = failure;
  if (info.name === 'UNKNOWN_BLOCK') return unknownBlockOfQuery(info.reference, failure.message);
  if (at === null) return queryErrors.INTERNAL_ERROR(failure.message);
  switch (info.name) {
    case 'CONTRACT_EXECUTION_ERROR':
      return formatOldFailure(`wasm execution failed with error: ${info.debug}`, at);
    case 'UNKNOWN_ACCESS_KEY': {
      const key = formatPublicKey(info.publicKey);
      return formatOldFailure(`access key ${key} does not exist while viewing`, at);
    }
    case 'UNKNOWN_ACCOUNT':
      if (requestType !== 'view_access_key') return commonFailure(failure, at);
      return formatOldFailure(`account ${info.accountId} does not exist while viewing`, at);
    case 'GARBAGE_COLLECTED_BLOCK':
      return queryErrors.GARBAGE_COLLECTED_BLOCK(at);
    case 'UNAVAILABLE_SHARD':
      return queryErrors.UNAVAILABLE_SHARD({
        requestedShardId: info.shardId,
        sentence: failure.message,
      });
    case 'TOO_MANY_ACCESS_KEYS':
      return queryErrors.TOO_MANY_ACCESS_KEYS({
        requestedAccountId: info.accountId,
        limit: info.limit,
        ...at,
      });
    case 'NO_GLOBAL_CONTRACT_CODE':
      return queryErrors.NO_GLOBAL_CONTRACT_CODE({ identifier: info.identifier, ...at });
    default:
      return commonFailure(failure, at);
  }
}

function formatCollected({ blockHeight }: ViewedBlock): string {
  return (
    `The data for block #${blockHeight} is garbage collected on this node, use an archival node ` +
    'to fetch historical data'
  );
}

/** The error of a view's own method. */
export function failureOfView(failure: ViewFailure): RpcError {
  const { info, at, message } = failure;
  if (info.name === 'UNKNOWN_BLOCK') {
    return viewErrors.UNKNOWN_BLOCK({ blockReference: info.reference });
  }
  if (at === null) return viewErrors.INTERNAL_ERROR(message);
  switch (info.name) {
    case 'CONTRACT_EXECUTION_ERROR':
      return viewErrors.CONTRACT_EXECUTION_ERROR({ vmError: info.error, ...at });
    case 'GARBAGE_COLLECTED_BLOCK':
      return viewErrors.INTERNAL_ERROR(formatCollected(at));
    case 'UNAVAILABLE_SHARD':
      return viewErrors.INTERNAL_ERROR(message);
    case 'TOO_MANY_ACCESS_KEYS':
      return viewErrors.INTERNAL_ERROR(
        `Unexpected query error: TooManyAccessKeys { requested_account_id: ` +
          `AccountId(${formatRustString(info.accountId)}), limit: ${info.limit}, block_height: ` +
          `${at.blockHeight}, block_hash: ${formatHash(at.blockHash)} }`,
      );
    default:
      return commonFailure(failure, at);
  }
}

/** The errors that both share. */
function commonFailure({ info, message }: ViewFailure, at: ViewedBlock): RpcError {
  switch (info.name) {
    case 'UNKNOWN_ACCOUNT':
      return queryErrors.UNKNOWN_ACCOUNT({ requestedAccountId: info.accountId, ...at });
    case 'NO_CONTRACT_CODE':
      return queryErrors.NO_CONTRACT_CODE({ contractAccountId: info.accountId, ...at });
    case 'TOO_LARGE_CONTRACT_STATE':
      return queryErrors.TOO_LARGE_CONTRACT_STATE({ contractAccountId: info.accountId, ...at });
    case 'UNKNOWN_ACCESS_KEY':
      return queryErrors.UNKNOWN_ACCESS_KEY({ publicKey: info.publicKey, ...at });
    case 'UNKNOWN_GAS_KEY':
      return queryErrors.UNKNOWN_GAS_KEY({ publicKey: info.publicKey, ...at });
    default:
      return queryErrors.INTERNAL_ERROR(message);
  }
}

const oldUnknownBlock = defineErrors('RpcQueryError', {
  UNKNOWN_BLOCK: errorKind<{ blockReference: BlockReference; what: string }>({
    ...unknownBlock,
    text: ({ blockReference, what }) => {
      const isHeight = blockReference.kind === 'block_id' && blockReference.value.kind === 'Height';
      return `DB Not Found Error: ${what}${isHeight ? ' \n Cause: Unknown' : ''}`;
    },
  }),
});

/** With an id, the message is that of the older errors. */
function unknownBlockOfQuery(blockReference: BlockReference, what: string): RpcError {
  return blockReference.kind === 'block_id'
    ? oldUnknownBlock.UNKNOWN_BLOCK({ blockReference, what })
    : queryErrors.UNKNOWN_BLOCK({ blockReference });
}

function formatIdentifierDebug(identifier: GlobalContractIdentifier): string {
  return identifier.kind === 'CodeHash'
    ? `CodeHash(${formatHash(identifier.value)})`
    : `AccountId(AccountId(${formatRustString(identifier.value)}))`;
}

/** The error in Rust's Debug format. */
function formatCallErrorDebug(error: FunctionCallError): string {
  if (error.kind !== 'CompilationError') {
    const content = error.kind === 'ExecutionError' ? formatRustString(error.value) : error.value;
    return `${error.kind}(${content})`;
  }
  const compilation = error.value;
  switch (compilation.kind) {
    case 'CodeDoesNotExist': {
      const id = `AccountId(${formatRustString(compilation.value.accountId)})`;
      return `CompilationError(CodeDoesNotExist { account_id: ${id} })`;
    }
    case 'WasmerCompileError': {
      const msg = formatRustString(compilation.value.msg);
      return `CompilationError(WasmerCompileError { msg: ${msg} })`;
    }
    default:
      return `CompilationError(PrepareError(${compilation.value}))`;
  }
}
