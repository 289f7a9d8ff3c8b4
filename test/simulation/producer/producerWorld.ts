// A block-producing node, with clients on a bad network and a disk and a machine that fail. Each
// seed has its own mixture of faults; after a while the faults stop, and all work must complete:
// nothing that was reported is lost or changed, and the chain continues.

import { bytesToUtf8, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import type { MiningMode } from '../../../src/chain/production/mining.ts';
import type { AccountId } from '../../../src/types/accountId.ts';
import { type DiskSabotage, SimulatedDisk } from '../simulatedDisk.ts';
import type { World } from '../world.ts';
import { BlockLog } from './blockLog.ts';
import { ACCOUNTS, chainTemplate, GROWN_TEMPLATE, TEMPLATE_COUNT } from './chainTemplate.ts';
import { developChain } from './developer.ts';
import { FactBook, type Json } from './factBook.ts';
import { makeBlocksAgain, type Oracle, verifySameRows } from './oracle.ts';
import {
  type Question,
  type Reply,
  readOften,
  SimulatedNetwork,
  SimulatedSender,
} from './simulatedClients.ts';
import { type NodeOptions, SimulatedNode } from './simulatedNode.ts';

/** How long there are faults, and how long everything may take after them. */
const FAULTY_US = 1_000_000;
const CALM_US = 120_000_000;
/** How long a chain that could not write waits, and how often. */
const HALTED_US = 3_000_000;
const HALTED_TRIES_MAX = 10;
/** A commit is on disk this long after it was done, in addition to the time of two flushes. */
const FLUSH_EVERY_US = 100_000;

interface ProducerFaults {
  readonly node: NodeOptions;
  readonly hasControls: boolean;
  readonly hasPatches: boolean;
  readonly isGrown: boolean;
  readonly drop: number;
  readonly repeat: number;
  readonly delayUsMax: number;
  readonly crashInCommit: number;
  readonly flushUsMax: number;
  /** The mean time between crashes, and between times when the disk is full. */
  readonly crashEveryUs: number;
  readonly fullEveryUs: number;
}

export async function runProducerWorld(world: World, sabotage: DiskSabotage = null): Promise<void> {
  const faults = chooseFaults(world);
  const { template } = faults.node;
  const disk = new SimulatedDisk(world, template.batches, faults);
  disk.sabotage = sabotage;
  const log = new BlockLog(world, template.batches);
  const facts = new FactBook(world, log);
  const node = new SimulatedNode(world, disk, faults.node);
  const parts = {
    world,
    template,
    faults,
    ask: (body: string) => node.ask(body),
    shown: () => node.shown,
    onAnswer: ({ method, params }: { method: string; params: unknown }, result: Json) =>
      facts.note(method, params, result),
  };
  const network = new SimulatedNetwork(parts);
  watchNode(world, { disk, log, facts, node });
  let isCalm = false;
  const isStopped = () => isCalm;
  node.start();
  injectFaults(world, { node, disk, faults, isStopped });
  const senders = pickSigners(world).map((account) => {
    return new SimulatedSender(account, network, parts);
  });
  const working = [
    ...senders.map((sender) => sender.run(isStopped)),
    readOften(parts, network, isStopped),
    ...(faults.hasControls ? [developChain(world, network, faults, isStopped)] : []),
  ];
  await world.run(FAULTY_US);

  isCalm = true;
  disk.isFull = false;
  disk.isFaulty = false;
  network.isFaulty = false;
  world.note('the faults stop');
  if (!node.isUp) world.check(node.start(), 'the node starts when the faults are over');
  await world.until(Promise.all(working), CALM_US, 'the work in progress');
  // A repeated request may still be in transit: a late `perigee_revert` would undo what follows.
  await world.until(world.sleep(faults.delayUsMax), CALM_US, 'what is in transit');
  await verifyProgress(world, network, senders);
  world.note(`${log.blocks.length} blocks`);
  const countsTokens = !faults.hasPatches && world.random.chance(0.1);
  // Producing all blocks again doubles the time, so not every seed does it.
  const hasOracle = countsTokens || world.random.chance(0.4);
  const oracle = hasOracle ? makeBlocksAgain({ world, template, log, countsTokens }) : null;
  if (oracle !== null && faults.node.collection === null) {
    verifySameRows(world, world.require(node.store, 'the node runs'), oracle.store);
  }
  await world.until(verifyFacts({ network, facts, oracle, faults }), CALM_US, 'asking again');
}

function chooseFaults(world: World): ProducerFaults {
  const { random } = world;
  const index = random.below(TEMPLATE_COUNT);
  const isGrown = index === GROWN_TEMPLATE;
  const hasControls = random.chance(0.4);
  const modes: MiningMode[] = ['auto', 'auto', { intervalMs: 500 }, { heartbeatMs: 900 }];
  modes.push({ heartbeatMs: 900, finality: 'paced' });
  const some = (value: number) => (random.chance(0.5) ? value : 0);
  return {
    isGrown,
    hasControls,
    hasPatches: hasControls && random.chance(0.5),
    node: {
      template: chainTemplate(index),
      mining: random.pick(modes),
      collection: isGrown && random.chance(0.7) ? { epochsToKeep: 3, blocksPerStep: 2 } : null,
      selectionMsMax: random.chance(0.5) ? 500 : null,
      poolAccountMax: random.between(2, 50),
      threadUsMax: random.pick([0, 50, 5_000]),
      clockErrorMsMax: some(5_000),
    },
    drop: some(0.1),
    repeat: some(0.2),
    delayUsMax: random.pick([100, 20_000, 400_000]),
    crashInCommit: some(0.08),
    flushUsMax: random.pick([0, 5_000, 150_000]),
    crashEveryUs: random.pick([200_000, 600_000, Number.POSITIVE_INFINITY]),
    fullEveryUs: random.pick([400_000, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]),
  };
}

function pickSigners(world: World): AccountId[] {
  const first = world.random.below(ACCOUNTS.length);
  const count = world.random.between(1, 2);
  return [...ACCOUNTS, ...ACCOUNTS].slice(first, first + count);
}

interface WatchedParts {
  readonly disk: SimulatedDisk;
  readonly log: BlockLog;
  readonly facts: FactBook;
  readonly node: SimulatedNode;
}

/** What must hold at each step. */
function watchNode(world: World, { disk, log, facts, node }: WatchedParts): void {
  let toldHeight = -1;
  /** When each number of commits was reached first. */
  let committedUs: number[] = [];
  node.onOpen = (chain) => {
    toldHeight = -1;
    const { height } = chain.head.block.header.lite;
    world.check(height === log.head.height, `a start finds height ${log.head.height}: ${height}`);
    log.watch(chain);
    world.note(`start at ${height}`);
  };
  disk.onCommit = (batch, index) => {
    log.onCommit(batch, index);
    committedUs[index] = disk.roomUs;
  };
  node.onSay = (message) => {
    if (message.kind === 'reverted') {
      toldHeight = message.height;
      facts.forgetLost();
    }
    if (message.kind !== 'block') return;
    world.check(message.height > toldHeight, `block ${message.height} comes after ${toldHeight}`);
    world.check(
      message.height <= log.head.height,
      `block ${message.height} is announced when committed`,
    );
    toldHeight = message.height;
  };
  node.onEnd = (kind) => {
    const left = disk.commitCount;
    world.note(`${kind}: ${left} commits are left`);
    const lostUs = committedUs[left];
    committedUs = committedUs.slice(0, left);
    const ageUs = lostUs === undefined ? 0 : disk.roomUs - lostUs;
    world.check(ageUs <= FLUSH_EVERY_US + 2 * 150_000, `a commit was lost after ${ageUs} us`);
    log.onCrash(left);
    facts.forgetLost();
  };
}

interface FaultyParts {
  readonly node: SimulatedNode;
  readonly disk: SimulatedDisk;
  readonly faults: ProducerFaults;
  readonly isStopped: () => boolean;
}

/** Crashes, restarts, full disks and jumps of the clock, at random times. */
function injectFaults(world: World, { node, disk, faults, isStopped }: FaultyParts): void {
  const { random } = world;
  const often = (everyUs: number, task: () => void) => world.often(everyUs, task, isStopped);
  often(faults.crashEveryUs, () => node.crash(random.chance(0.5) ? 'kill' : 'power cut'));
  often(faults.fullEveryUs, () => {
    disk.isFull = random.chance(0.5);
    world.note(disk.isFull ? 'the disk is full' : 'the disk has room');
  });
  often(300_000, () => node.setClockError());
  // The node is restarted.
  often(60_000, () => {
    if (!node.isUp) node.start();
  });
}

/** After the faults, a transaction of each sender completes at once. */
async function verifyProgress(
  world: World,
  network: SimulatedNetwork,
  senders: readonly SimulatedSender[],
): Promise<void> {
  const mode = { method: 'perigee_set_mining', params: { mode: 'auto' } };
  await world.until(network.call(mode), CALM_US, 'a control');
  const send = () => Promise.all(senders.map((sender) => sender.sendOnce()));
  let replies = await world.until(send(), CALM_US, 'a transaction');
  // A chain that could not write retries by itself.
  for (let tries = 0; tries < HALTED_TRIES_MAX && replies.some(isHalted); tries++) {
    await world.run(world.nowUs + HALTED_US);
    replies = await world.until(send(), CALM_US, 'a transaction');
  }
  for (const reply of replies) {
    world.check(
      reply !== null && 'result' in reply,
      `a transfer completes: ${JSON.stringify(reply)}`,
    );
  }
}

function isHalted(reply: Reply): boolean {
  return JSON.stringify(reply).includes('halted');
}

interface ToldParts {
  readonly network: SimulatedNetwork;
  readonly facts: FactBook;
  readonly oracle: Oracle | null;
  readonly faults: ProducerFaults;
}

/**
 * What was reported is still true, for the node that survived and for the chain that never failed.
 */
async function verifyFacts({ network, facts, oracle, faults }: ToldParts): Promise<void> {
  for (const fact of facts.facts) {
    const { method, params } = fact;
    if (oracle !== null)
      facts.verify(fact, await askOracle(oracle, fact), 'a chain without faults');
    const reply = await network.call({ method, params });
    // Old blocks may have been pruned meanwhile.
    const isGone = reply !== null && 'error' in reply && faults.node.collection !== null;
    const result = reply !== null && 'result' in reply ? reply.result : undefined;
    if (!isGone) facts.verify(fact, result, 'the node');
  }
}

async function askOracle(
  { service }: Oracle,
  { method, params }: Question,
): Promise<Json | undefined> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 'x', method, params });
  const answer = await service.handle({ kind: 'root' }, utf8ToBytes(body));
  return (JSON.parse(bytesToUtf8(answer.body)) as { result?: Json }).result;
}
