// The codes of what other networks and machines are involved in; part of the table of errors
// (errorTable.ts).

import { CORRECT_INPUT, type ErrorDefinition, TRY_AGAIN } from './errorDefinition.ts';

export const NETWORK_ERRORS = {
  'Following a network': {
    cannot_follow: { meaning: 'The options of `follow` do not fit.', remedy: CORRECT_INPUT },
    unusable_checkpoint: {
      meaning: 'A checkpoint is not valid, or does not fit the chain.',
      remedy: 'Make a new one, or take it from another place.',
    },
    not_followed: {
      meaning: 'The node follows from a checkpoint and does not know something before it.',
      remedy: 'Ask a node that has the whole chain.',
    },
    block_refused: {
      meaning: 'A block of the source failed a check: `info.check` says which.',
      remedy: 'Use another source, and report the block if the network has accepted it.',
    },
    source_spec: { meaning: 'A text does not name a source of blocks.', remedy: CORRECT_INPUT },
    source_unreachable: {
      meaning: 'The source of blocks does not respond.',
      remedy: 'Check its address and the network, then start again.',
    },
    source_content: {
      meaning: 'A block of the source is missing or malformed.',
      remedy: 'Use another source, or copy the block again.',
    },
    source_too_young: {
      meaning: 'The source begins after the block that is needed.',
      remedy: 'Use a source with older blocks, or a later checkpoint.',
    },
    fetch_failed: {
      meaning: 'A server was not reached, or broke the connection.',
      remedy: 'Check its address and the network.',
    },
    ask_chain: {
      meaning: 'An RPC node has refused a request or sent a malformed response.',
      remedy: 'Check its address, or use another node.',
    },
  },
  'Forks, exports and recordings': {
    remote_unknown: {
      meaning: 'The source of `trace --from` does not know the transaction.',
      remedy: 'Check the hash and the address; it must be a node of the network that has it.',
    },
    remote_source: {
      meaning: 'The source of `trace --from` does not answer, or has pruned what is needed.',
      remedy: 'Check the address, or use an archival node.',
    },
    remote_offline: {
      meaning: 'With `--offline`, something is needed that was not kept.',
      remedy: 'Trace the transaction once without `--offline`.',
    },
    remote_cache_full: {
      meaning: 'The folder of `trace --from` is full.',
      remedy: 'Delete it, or name another one with `--cache`.',
    },
    fork: { meaning: 'A fork cannot be made or opened.', remedy: CORRECT_INPUT },
    origin_refusal: {
      meaning: 'The node that a fork began from has refused a request.',
      remedy: 'Use a node that keeps the state of that block.',
    },
    row_unavailable: {
      meaning: 'A row of the state is not known here, and its origin does not give it.',
      remedy: 'Try again when the origin responds.',
    },
    read_cancelled: {
      meaning: 'The node stopped while a request waited for rows of another machine.',
      remedy: 'Send the request again when the node runs.',
    },
    foreign_target: {
      meaning: 'The target of an export has blocks of another chain.',
      remedy: 'Export to another place.',
    },
    export_gap: {
      meaning: 'An export would leave a gap.',
      remedy: 'Leave `--from` out, or export to another place.',
    },
    blocks_taken_back: {
      meaning: 'The chain has reverted a block that was exported.',
      remedy: 'Export to another place.',
    },
    recording: {
      meaning: 'A recording cannot be read, or is not one.',
      remedy: 'Check the path; the message names the file and line.',
    },
  },
  Cluster: {
    cluster_address: {
      meaning: 'A text is not the address of a cluster.',
      remedy: CORRECT_INPUT,
    },
    cluster_unreachable: {
      meaning: 'No node of the cluster responds, or too few do.',
      remedy: 'Check the cluster; a writer catches up by itself.',
    },
    cluster_busy: { meaning: 'Too many requests wait for the cluster.', remedy: TRY_AGAIN },
    cluster_refused: {
      meaning: 'The cluster has another chain, another version or another writer.',
      remedy: 'Use another keyspace, or stop the other writer.',
    },
    cluster_corrupt: {
      meaning: 'A row of the cluster is not what its key says.',
      remedy: 'Restore the cluster, or write the chain to a new keyspace.',
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ErrorDefinition>>>>;
