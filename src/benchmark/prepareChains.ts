// The chains of `distinct` and `mixed`, ours and that of the other node, with what they contain.
// They are kept in a folder, because filling them takes minutes, and used again if it has them.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyFile } from '../home/homeFolder.ts';
import type { Bench } from './bench.ts';
import { localFunder } from './benchAccount.ts';
import type { QuestionSource } from './distinctQuestions.ts';
import { withNodeIn } from './measuredNode.ts';
import { type ChainShape, populateChain } from './populateChain.ts';
import { surveyChain } from './surveyChain.ts';
import type { Target } from './target.ts';

const SHAPE: ChainShape = { transfers: 20_000, blocks: 4_000 };
const SHARDS = 2;

interface PreparedChains {
  /** The home folder of our chain. */
  readonly home: string;
  readonly own: QuestionSource;
  readonly other: QuestionSource | null;
}

export async function prepareChains(bench: Bench, folder: string): Promise<PreparedChains> {
  mkdirSync(folder, { recursive: true });
  const home = join(folder, 'home');
  const own = read(folder, 'own') ?? keep(folder, 'own', await buildOwn(bench, home));
  const { other } = bench;
  if (other === null) return { home, own, other };
  const known = read(folder, 'other');
  const isUsable = known !== null && (await hasBlock(other, known));
  return {
    home,
    own,
    other: isUsable ? known : keep(folder, 'other', await buildOther(bench, other)),
  };
}

/** Whether the other node still has the chain that was surveyed. */
async function hasBlock(target: Target, { headHash }: QuestionSource): Promise<boolean> {
  const [block] = await target.callEach('block', [{ block_id: headHash }]);
  return block !== null;
}

function read(folder: string, name: string): QuestionSource | null {
  const path = join(folder, `${name}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as QuestionSource) : null;
}

function keep(folder: string, name: string, source: QuestionSource): QuestionSource {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(source));
  return source;
}

function buildOwn(bench: Bench, home: string): Promise<QuestionSource> {
  const args = ['--shards', `${SHARDS}`, '--reset'];
  return withNodeIn(home, { program: bench.program, args, cores: null }, (node) =>
    build(bench, node, localFunder()),
  );
}

/** Without a key, the chain is taken as it is. */
function buildOther(bench: Bench, other: Target): Promise<QuestionSource> {
  if (bench.otherKey === null) {
    bench.say('the other chain is not changed: questions are about the blocks that it has');
  }
  return build(bench, other, bench.otherKey);
}

async function build(
  bench: Bench,
  target: Target,
  funder: KeyFile | null,
): Promise<QuestionSource> {
  const share = bench.scale / 100;
  const transfers = Math.ceil(SHAPE.transfers * share);
  const blocks = Math.ceil(SHAPE.blocks * share);
  let contractId: string | null = null;
  if (funder !== null) {
    bench.say(`sending ${transfers} transfers to ${target.url.href} during ${blocks} blocks`);
    const progress = (sent: number) => bench.say(`${sent} transfers sent`);
    contractId = await populateChain({ target, funder, shape: { transfers, blocks }, progress });
  }
  const survey = await surveyChain(target, blocks);
  const counts = `${survey.transactions.length} transactions in ${survey.blocks.length} blocks`;
  bench.say(`${target.url.href} has ${counts} to ask about`);
  return { ...survey, contractId };
}
