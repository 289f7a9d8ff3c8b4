// A chain for the pictures of the explorer, the same each time: its genesis, its keys and the time
// of each block are fixed, and with them heights, hashes and amounts. It has tokens of both kinds,
// an exchange that refuses a trade, a contract with an ABI, keys, failures, snapshots, and a shard
// that was split.

import { utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { formatHash } from '../../../src/base/crypto/hash.ts';
import { keyFromSeed, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { readPresetContract } from '../../../src/contracts/presetContracts.ts';
import { localShardIds } from '../../../src/params/genesisDefaults.ts';
import type { Action } from '../../../src/types/action.ts';
import { abiContract } from '../../support/abiContract.ts';
import { ROOT, startTestNode, type TestNode, writeGenesis } from '../../support/runningNode.ts';
import {
  deploy,
  NEAR,
  Sender,
  TGAS,
  type TransactionResult,
  transfer,
} from '../../support/sender.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';
import { EXCHANGE, exchangeContract, ORACLE, oracleContract } from './studioContracts.ts';

export const TOKEN = 'gold.test.near';
export const COLLECTION = 'tiles.test.near';
/** Has an ABI. */
export const GREETER = 'greeter.test.near';
export const [ALICE, BOB, CAROL, DAVE, ERIN] = ['alice', 'bob', 'carol', 'dave', 'erin'].map(
  (name) => `${name}.test.near`,
) as [string, string, string, string, string];

const SHARDS = 4;
const EPOCH_LENGTH = 40;
/** Of the genesis that `writeGenesis` writes. */
const GENESIS_MS = Date.UTC(2026, 0, 1);
const BLOCK_MS = 640;
/** The picture is taken this long after the newest block. */
const LATER_MS = 2000;
const BLOCKS_UNTIL_FINAL = 3;
const NS_PER_MS = 1_000_000n;

const publicKey = (seed: string) => secretToPublic(keyFromSeed('ed25519', seed));

interface CallOptions {
  readonly deposit?: bigint;
  readonly gas?: bigint;
}

function call(methodName: string, args: object, options: CallOptions = {}): Action {
  const { deposit = 0n, gas = 30n * TGAS } = options;
  const bytes = utf8ToBytes(JSON.stringify(args));
  return { kind: 'FunctionCall', value: { methodName, args: bytes, gas, deposit } };
}

const addKey = (seed: string, permission: object = { kind: 'FullAccess', value: {} }) =>
  ({
    kind: 'AddKey',
    value: { publicKey: publicKey(seed), accessKey: { nonce: 0n, permission } },
  }) as Action;

/** The blocks of the chain, one after the other, at given times. */
class Stage {
  readonly #node: TestNode;
  readonly #senders = new Map<string, Sender>();
  nowMs = GENESIS_MS;

  constructor(node: TestNode) {
    this.#node = node;
  }

  async mine(blocks = 1, blockMs = BLOCK_MS): Promise<void> {
    for (let block = 0; block < blocks; block++) {
      this.nowMs += blockMs;
      const timestamp = `${BigInt(this.nowMs) * NS_PER_MS}`;
      await this.#node.rpc.call('perigee_set_next_block_timestamp', { timestamp });
      await this.#node.mine();
    }
  }

  /** A transaction that waits for the next block; its hash. */
  async submit(signer: string, receiver: string, ...actions: Action[]): Promise<string> {
    const sender = this.#senders.get(signer) ?? new Sender(this.#node.rpc, signer);
    this.#senders.set(signer, sender);
    const signed = await sender.sign(receiver, actions);
    await sender.submit(signed, 'NONE');
    return formatHash(signed.hash);
  }

  /** A transaction, and the blocks until everything that it caused is final. */
  async send(signer: string, receiver: string, ...actions: Action[]): Promise<string> {
    const hash = await this.submit(signer, receiver, ...actions);
    await this.mine(BLOCKS_UNTIL_FINAL + 1);
    return hash;
  }

  snapshot(): Promise<unknown> {
    return this.#node.rpc.call('perigee_snapshot');
  }
}

interface Hashes {
  readonly partly: string;
  readonly traded: string;
  readonly reported: string;
}

export interface StudioChain {
  readonly node: TestNode;
  /** When the pictures are taken. */
  readonly nowMs: number;
  /** Hashes of transactions. */
  readonly partly: string;
  readonly traded: string;
  /** A block with several transactions, its busiest chunk, and the receipt that failed. */
  readonly height: number;
  readonly chunk: string;
  readonly receipt: string;
}

export async function startStudioChain(): Promise<StudioChain> {
  const home = createTemporaryFolder();
  writeGenesis(home, { epochLength: EPOCH_LENGTH }, SHARDS);
  const node = await startTestNode({ home, mining: 'manual' });
  const stage = new Stage(node);
  await deployContracts(stage);
  await splitShard(node, stage);
  await stage.snapshot();
  const hashes = await play(stage);
  await stage.snapshot();
  await stage.submit(BOB, CAROL, transfer(40n * NEAR));
  await stage.mine(2);
  const parts = await findParts(node, hashes);
  await askAsOtherPrograms(node);
  return { node, nowMs: stage.nowMs + LATER_MS, ...hashes, ...parts };
}

async function deployContracts(stage: Stage): Promise<void> {
  const create = (name: string, code: Uint8Array, ...calls: Action[]) =>
    stage.submit(
      ROOT,
      name,
      { kind: 'CreateAccount', value: {} },
      transfer(50n * NEAR),
      addKey(name),
      deploy(code),
      ...calls,
    );
  const metadata = { spec: 'ft-1.0.0', name: 'Gold', symbol: 'GOLD', decimals: 6 };
  await stage.mine(3);
  const supply = { owner_id: ROOT, total_supply: '1000000000000', metadata };
  await create(TOKEN, readPresetContract('fungible-token'), call('new', supply));
  const collection = readPresetContract('non-fungible-token');
  await create(COLLECTION, collection, call('new_default_meta', { owner_id: ROOT }));
  await stage.mine(4);
  await create(EXCHANGE, exchangeContract, call('add_pool', { fee: 30 }));
  await create(ORACLE, oracleContract, call('report', { pool: 4 }));
  await create(GREETER, abiContract);
  await stage.mine(5);
  for (const name of [ALICE, BOB, EXCHANGE]) {
    const deposit = NEAR / 800n;
    await stage.submit(name, TOKEN, call('storage_deposit', {}, { deposit }));
  }
  await stage.mine(4);
}

/** The one of the last accounts. */
async function splitShard(node: TestNode, stage: Stage): Promise<void> {
  await node.rpc.call('perigee_split_shard', {
    shard_id: localShardIds(SHARDS).at(-1),
    boundary_account: 'near',
  });
  await stage.mine(3 * EPOCH_LENGTH);
}

async function play(stage: Stage): Promise<Hashes> {
  const one = { deposit: 1n };
  const pay = (receiver_id: string, amount: string, more: object = {}) =>
    call('ft_transfer', { receiver_id, amount, ...more }, one);
  await stage.submit(ROOT, TOKEN, pay(ALICE, '12500000000', { memo: 'first delivery' }));
  await stage.submit(CAROL, GREETER, call('set_greeting', { greeting: 'Hello' }));
  await stage.submit(ROOT, TOKEN, pay(BOB, '40000000'));
  await stage.send(DAVE, ERIN, transfer(5n * NEAR));
  const mint = {
    token_id: 'tide-41',
    receiver_id: DAVE,
    token_metadata: { title: 'Tide #41', copies: 1 },
  };
  await stage.send(ROOT, COLLECTION, call('nft_mint', mint, { deposit: NEAR / 50n }));
  await stage.mine(9, 2000);
  await stage.send(
    ALICE,
    `fund.${ALICE}`,
    { kind: 'CreateAccount', value: {} },
    transfer(30n * NEAR),
    addKey('fund'),
  );
  const mayCall = {
    kind: 'FunctionCall',
    value: { allowance: NEAR / 4n, receiverId: GREETER, methodNames: ['greet', 'set_greeting'] },
  };
  await stage.send(ALICE, ALICE, addKey('a dapp', mayCall));
  await stage.send(BOB, TOKEN, pay(DAVE, '250000'));
  await stage.send(ERIN, COLLECTION, call('claim', { token_id: 'tide-41' }));
  await stage.mine(21, 2000);
  let reported = '';
  for (const name of [ALICE, BOB, CAROL, DAVE, ERIN]) {
    reported = await stage.submit(name, ORACLE, call('report', { pool: 4, source: name }));
  }
  await stage.mine(2);
  await stage.submit(ALICE, TOKEN, pay(BOB, '75000000'));
  await stage.submit(CAROL, GREETER, call('set_greeting', { greeting: 'Good day', is_loud: true }));
  await stage.mine(4);
  const give = { receiver_id: ERIN, token_id: 'tide-41', memo: 'happy birthday' };
  const traded = await stage.send(DAVE, COLLECTION, call('nft_transfer', give, one));
  await stage.mine(3);
  const trade = {
    receiver_id: EXCHANGE,
    amount: '500000000',
    msg: '{"pool":4,"min_out":"2000000"}',
  };
  const options = { deposit: 1n, gas: 100n * TGAS };
  const partly = await stage.submit(ALICE, TOKEN, call('ft_transfer_call', trade, options));
  await stage.mine(12);
  await stage.send(DAVE, GREETER, call('set_greeting', { greeting: 'Moin' }));
  return { partly, traded, reported };
}

async function findParts(
  { rpc }: TestNode,
  { partly, reported }: Hashes,
): Promise<Pick<StudioChain, 'height' | 'chunk' | 'receipt'>> {
  const find = (tx_hash: string, sender_account_id: string) =>
    rpc.call<TransactionResult>('tx', { tx_hash, sender_account_id });
  const { receipts_outcome } = await find(partly, ALICE);
  const failed = receipts_outcome.find(({ outcome }) =>
    JSON.stringify(outcome).includes('Failure'),
  );
  const { transaction_outcome } = await find(reported, ERIN);
  const { header, chunks } = await rpc.call<{
    header: { height: number };
    chunks: { chunk_hash: string; gas_used: number }[];
  }>('block', { block_id: transaction_outcome.block_hash });
  const busiest = chunks.sort((a, b) => b.gas_used - a.gas_used)[0];
  return {
    height: header.height,
    chunk: busiest?.chunk_hash ?? '',
    receipt: failed?.id ?? '',
  };
}

/** What the console shows of them. */
async function askAsOtherPrograms({ rpc }: TestNode): Promise<void> {
  await rpc.call('query', {
    request_type: 'view_account',
    finality: 'final',
    account_id: ALICE,
  });
  await rpc.call('gas_price', [null]);
  await rpc.call('block', { block_id: 999_999 }).catch(() => null);
}
