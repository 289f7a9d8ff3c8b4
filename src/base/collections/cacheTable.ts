// THE table of caches: what each one holds, and how many MiB it may take in which kind of thread.
// `caches.ts` creates them from it, docs/reference/caches.md is generated from it, and their
// metrics carry these names.

/** What a thread does, and so which caches it has. A thread may have several parts. */
export const THREAD_PARTS = {
  rpc: 'answers requests',
  chain: 'executes blocks',
  view: 'calls contracts for view calls; a process has several such threads',
  trace: 'executes past transactions again to trace them; started by the first trace',
  keys: 'verifies signatures; every thread does',
  fork: 'reads the network that a fork began from',
  follow: 'verifies the blocks of another network',
  cluster: 'reads rows of a Cassandra cluster',
  copy: 'copies the state of a cluster',
  writer: 'writes blocks to a cluster',
  signatures: 'verifies expensive signatures only',
  verify: 'verifies a store that no node has open',
} as const;

export type ThreadPart = keyof typeof THREAD_PARTS;

interface CacheDefinition {
  readonly holds: string;
  /** The default size for each part that has the cache. */
  readonly mib: Readonly<Partial<Record<ThreadPart, number>>>;
  /** Whether `--cache-size` leaves it as it is, because a smaller one would change results. */
  readonly isFixed?: true;
}

const CACHES = {
  responses: { holds: 'whole responses by the bytes of their request', mib: { rpc: 4 } },
  results: { holds: 'results by method and params', mib: { rpc: 4 } },
  view_results: { holds: 'results of view calls', mib: { rpc: 16 } },
  event_texts: { holds: 'events as JSON', mib: { rpc: 16 } },
  neardata_blocks: { holds: "blocks as neardata's interface sends them", mib: { rpc: 16 } },
  receipt_origins: { holds: 'the transaction that each receipt came from', mib: { rpc: 32 } },

  blocks: {
    holds: 'decoded blocks',
    mib: { rpc: 16, chain: 16, view: 16, trace: 4, copy: 16, writer: 16 },
  },
  heights: {
    holds: 'heights of blocks by their hash',
    mib: { rpc: 1, chain: 1 / 4, view: 1 / 16, trace: 1 / 16, copy: 1 / 16, writer: 1 / 16 },
  },
  ancestor_nodes: {
    holds: 'nodes of proofs for the head of a light client',
    mib: { rpc: 1, chain: 1 / 16, view: 1 / 16, trace: 1 / 16, copy: 1 / 16, writer: 1 / 16 },
  },
  outgoing_receipts: {
    holds: 'decoded receipts that a chunk sent',
    mib: { rpc: 16, chain: 16, view: 16, trace: 1, copy: 16, writer: 16 },
  },
  transactions: {
    holds: 'decoded transactions',
    mib: { rpc: 4, chain: 4, view: 4, trace: 1, copy: 4, writer: 4 },
  },
  outcomes: {
    holds: 'decoded execution outcomes',
    mib: { rpc: 4, chain: 4, view: 4, trace: 1, copy: 4, writer: 4 },
  },
  step_rows: { holds: 'rows of the blocks that a cluster is written', mib: { writer: 32 } },
  trie_nodes: { holds: 'trie nodes', mib: { rpc: 32, chain: 32, view: 8, trace: 8 } },
  epochs: {
    holds: 'epochs with their validators',
    mib: { rpc: 32, chain: 32, view: 8, trace: 8 },
  },
  epoch_blocks: { holds: 'what epochs keep of each block', mib: { rpc: 1, chain: 1, trace: 1 } },
  epoch_statistics: {
    holds: "validators' work up to a block",
    mib: { rpc: 8, chain: 8, trace: 1 },
  },
  // Several of the largest contracts must fit: a transaction that calls them in turn would
  // otherwise compile one at each call. View threads hold up no blocks, and there are several.
  compiled_contracts: { holds: 'compiled contracts', mib: { chain: 256, view: 64, trace: 32 } },
  short_methods: {
    holds: 'which methods of contracts are short',
    mib: { rpc: 1, chain: 1, view: 1, trace: 1 },
  },
  reused_contracts: {
    holds: 'contracts whose instances are reused for short calls',
    mib: { rpc: 32, chain: 64, view: 16, trace: 8 },
  },
  large_contracts: { holds: 'contracts whose calls share a memory', mib: { chain: 16 } },
  refused_contracts: {
    holds: 'why contracts cannot be compiled',
    mib: { chain: 8, view: 8, trace: 1 },
  },
  contract_symbols: {
    holds: 'names and debug information of contracts that failed',
    mib: { chain: 64, view: 32, trace: 32 },
  },
  vrf_proofs: { holds: 'random values computed ahead of their blocks', mib: { chain: 1 / 16 } },

  ed25519_public_keys: { holds: 'parsed Ed25519 public keys', mib: { keys: 8 } },
  ed25519_secret_keys: { holds: 'parsed Ed25519 secret keys', mib: { keys: 1 } },
  ml_dsa_65_public_keys: { holds: 'parsed ML-DSA-65 public keys', mib: { keys: 8, signatures: 8 } },
  vrf_public_keys: { holds: "validators' VRF keys with their tables", mib: { keys: 32 } },
  vrf_secret_keys: { holds: "validators' VRF secrets", mib: { keys: 1 / 16 } },

  // A list of rows that does not fit would be requested again and again.
  fork_rows: { holds: "rows of a fork's origin", mib: { fork: 32 }, isFixed: true },

  // Without its code, a block that deploys a contract cannot be verified.
  followed_codes: {
    holds: 'contract code of blocks that are not stored yet',
    mib: { follow: 64 },
    isFixed: true,
  },
  receipt_makers: { holds: 'what made the receipts that are on their way', mib: { follow: 32 } },
  base_blocks: { holds: 'the block that each transaction builds on', mib: { follow: 4 } },
  checked_epochs: { holds: 'epochs that were verified, as stored', mib: { follow: 8 } },
  next_producers: { holds: 'block producers of the next epochs', mib: { follow: 8 } },
  block_heights: { holds: 'heights of recent blocks', mib: { follow: 1 } },

  cluster_rows: { holds: 'rows of the cluster', mib: { cluster: 164, copy: 43 } },
  cluster_lists: { holds: 'whole partitions of the cluster', mib: { cluster: 36, copy: 10 } },
  cluster_pages: { holds: 'pages of partitions of the cluster', mib: { cluster: 36, copy: 10 } },
  cluster_heights: { holds: 'heights of published blocks', mib: { cluster: 4, copy: 1 } },
  verified_blocks: { holds: 'blocks of the cluster that were verified', mib: { cluster: 16 } },

  store_pages: { holds: 'pages of the file of a store', mib: { verify: 32 } },
} as const satisfies Readonly<Record<string, CacheDefinition>>;

export type CacheName = keyof typeof CACHES;

export const CACHE_NAMES = Object.keys(CACHES) as readonly CacheName[];

export function cacheDefinition(name: CacheName): CacheDefinition {
  return CACHES[name];
}
