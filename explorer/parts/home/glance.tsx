// The chain at a glance: its figures, and the tape of its blocks.

import { useEffect } from 'preact/hooks';
import { accountNames, wantAccountNames } from '../../chain/accountNames.ts';
import { chainNow } from '../../chain/clock.ts';
import { type Feed, feed as liveFeed } from '../../chain/feed.ts';
import { type AtBlock, computeFigures, countTrails } from '../../chain/homeFigures.ts';
import { nodeAccounts } from '../../chain/localChain.ts';
import type { Trail } from '../../chain/trail.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { formatCount, formatNumberOf, formatPercent, formatTgas } from '../../format/amounts.ts';
import { formatAge, formatSpan, nanosToMs } from '../../format/times.ts';
import { Spark } from '../charts/spark.tsx';
import { Figure } from '../ui/figure.tsx';
import { Icon } from '../ui/icon.tsx';
import { BlockLink } from '../values/links.tsx';
import { TapeOfBlocks } from './tapeOfBlocks.tsx';

const LEVELS = [1, 2, 3, 4, 5];
const LEVEL_WIDTH = 14;

export function Glance() {
  const feed = useObservable(liveFeed);
  const newest = feed.blocks[0]?.height;
  return (
    <section class="panel glance" aria-labelledby="tape">
      <FigureRow feed={feed} />
      <div>
        <div class="row">
          <h2 id="tape">Blocks</h2>
          <span class="faint s">
            {newest !== undefined && `up to ${formatCount(newest)}, `}empty ones folded
          </span>
          <TapeLegend />
        </div>
        <TapeOfBlocks feed={feed} />
      </div>
    </section>
  );
}

function TapeLegend() {
  return (
    <div class="push legend">
      <span>
        <svg class="ramp" viewBox="0 0 72 10" aria-hidden="true">
          {LEVELS.map((level, at) => (
            <rect
              key={level}
              class={`h${level}`}
              x={at * (LEVEL_WIDTH + 0.5)}
              width={LEVEL_WIDTH}
              height="10"
            />
          ))}
        </svg>
        gas
      </span>
      <span class="fail-ink">
        <Icon name="cross" class="i-s" />a failure inside
      </span>
      <span class="ok-ink">
        <svg viewBox="0 0 10 10" aria-hidden="true">
          <rect y="4" width="10" height="2" fill="currentColor" />
        </svg>
        final
      </span>
    </div>
  );
}

function FigureRow({ feed: { blocks, trails } }: { feed: Feed }) {
  const now = useObservable(chainNow);
  const figures = computeFigures(blocks, now);
  const { failed, waiting } = countTrails(trails);
  const { finalityMs, slowestFinalityMs } = figures;
  const [finality = '–', unit] = finalityMs === null ? [] : formatSpan(finalityMs).split(' ');
  const oldest = waiting.at(-1);
  return (
    <div class="figures">
      <Figure
        label="Transactions a second"
        value={formatRate(figures.transactionsPerSecond)}
        context={<Most found={figures.mostTransactions} words={(value) => `peak ${value}`} />}
      >
        <Spark values={figures.transactionSeries} />
      </Figure>
      <Figure
        label="Time to finality"
        value={finality}
        unit={unit}
        context={slowestFinalityMs !== null && `slowest ${formatSpan(slowestFinalityMs)}`}
      >
        <Spark values={figures.finalitySeries} />
      </Figure>
      <Figure
        label="Gas a block"
        value={formatTgas(figures.gasPerBlock)}
        unit="Tgas"
        context={
          <Most found={figures.fullest} words={(value) => `fullest ${formatPercent(value, 1)}`} />
        }
      >
        <Spark values={figures.gasSeries} />
      </Figure>
      <Figure
        label="Waiting"
        value={formatCount(waiting.length)}
        context={
          oldest === undefined
            ? 'all executed'
            : `oldest ${formatAge(now - nanosToMs(oldest.timestampNanosec))}`
        }
      />
      <Accounts trails={trails} />
      <Figure
        label="With a failure"
        value={formatCount(failed)}
        unit={`of ${formatCount(trails.length)}`}
        context="newest transactions"
      />
    </div>
  );
}

/** Those that the node knows by name, and the contracts among the newest transactions. */
function Accounts({ trails }: { trails: readonly Trail[] }) {
  const { names, isCut } = useObservable(accountNames);
  const accounts = useObservable(nodeAccounts);
  useEffect(() => void wantAccountNames(), [accounts]);
  const contracts = new Set(
    trails.flatMap(({ outcomes, methods }) =>
      [...methods.keys()].map((id) => outcomes.get(id)?.executor_id),
    ),
  ).size;
  return (
    <Figure
      label="Accounts"
      value={`${formatCount(names.length)}${isCut ? '+' : ''}`}
      context={`${formatNumberOf(contracts, 'contract')} called`}
    />
  );
}

function Most({ found, words }: { found: AtBlock | null; words: (value: number) => string }) {
  if (found === null) return null;
  return (
    <>
      {words(found.value)} in block <BlockLink height={found.height} />
    </>
  );
}

/** Two digits are enough to see a change. */
function formatRate(perSecond: number): string {
  if (perSecond === 0) return '0';
  return perSecond < 10
    ? perSecond.toFixed(perSecond < 1 ? 2 : 1)
    : formatCount(Math.round(perSecond));
}
