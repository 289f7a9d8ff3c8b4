// An epoch: its shards with their splits, who validates and what they did, and who comes next.

import type { ParamsOf, ResultOf } from 'perigee/client';
import { gasByShard } from '../chain/blockSums.ts';
import { chainHead } from '../chain/connection.ts';
import { feed } from '../chain/feed.ts';
import { askNode } from '../chain/node.ts';
import { type ProtocolConfig, readProtocolConfig } from '../chain/shards.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import { useObservable } from '../chain/useObservable.ts';
import { formatCount, formatNumberOf } from '../format/amounts.ts';
import { Proposals } from '../parts/blocks/proposals.tsx';
import { ShardLayoutPanel } from '../parts/epoch/shardLayoutPanel.tsx';
import { KickoutPanel, NextPanel, ValidatorPanel } from '../parts/epoch/validatorPanels.tsx';
import { Answer } from '../parts/ui/answer.tsx';
import { Fact, Facts } from '../parts/ui/facts.tsx';
import { Summary } from '../parts/ui/panel.tsx';
import { Raw } from '../parts/ui/raw.tsx';
import { Title } from '../parts/ui/title.tsx';
import { Fill } from '../parts/values/amounts.tsx';
import { BlockLink, Hash } from '../parts/values/links.tsx';
import type { PageProps } from './pageProps.ts';

/** The validators, and what the protocol is in that epoch; null for one that has not begun. */
interface EpochContent {
  readonly validators: ResultOf<'validators'>;
  readonly config: ProtocolConfig | null;
}

async function loadEpoch(params: ParamsOf<'validators'>): Promise<EpochContent> {
  const validators = await askNode('validators', params);
  const start = { block_id: validators.epoch_start_height };
  const block = await askNode('block', start).catch(() => null);
  return { validators, config: block && (await readProtocolConfig(block.header)) };
}

export function EpochPage({ subject: epochId }: PageProps) {
  const head = useObservable(chainHead);
  const params = epochId === '' ? 'latest' : { epoch_id: epochId };
  const loaded = useLoaded(epochId, () => loadEpoch(params), head?.height ?? 0);
  return (
    <>
      {loaded.value === undefined && <Title>Epoch</Title>}
      <Answer
        loaded={loaded}
        unknown="There is no such epoch, or it has only just begun to be planned."
      >
        {(content) => <Content epochId={epochId} content={content} />}
      </Answer>
      <Raw method="validators" params={params} />
    </>
  );
}

function Content({ epochId, content }: { epochId: string; content: EpochContent }) {
  const { validators, config } = content;
  const head = useObservable(chainHead);
  const { blocks } = useObservable(feed);
  const { epoch_start_height: start } = validators;
  const past = (head?.height ?? start) - start + 1;
  const isCurrent = config !== null && past <= config.epoch_length;
  const [newest] = blocks;
  return (
    <>
      <EpochTitle epochId={epochId} content={content} isCurrent={isCurrent} />
      <Summary>
        <Facts>
          <Fact name="Number">{formatCount(validators.epoch_height)}</Fact>
          <Fact name="First block">
            <BlockLink height={start} />
          </Fact>
          {config && <Fact name="Protocol version">{config.protocol_version}</Fact>}
          {config && isCurrent && (
            <Fact name="Blocks so far">
              {formatCount(past)} of {formatCount(config.epoch_length)}{' '}
              <Fill part={past} whole={config.epoch_length} label="of the epoch" />
            </Fact>
          )}
        </Facts>
      </Summary>
      {config && (
        <ShardLayoutPanel
          layout={config.shard_layout}
          gas={isCurrent ? gasByShard(newest) : undefined}
        />
      )}
      <ValidatorPanel validators={validators.current_validators} />
      <div class="cols-2">
        <NextPanel validators={validators.next_validators} />
        <KickoutPanel kickouts={validators.prev_epoch_kickout} />
      </div>
      <Proposals stakes={validators.current_proposals} />
    </>
  );
}

interface EpochTitleProps {
  readonly epochId: string;
  readonly content: EpochContent;
  readonly isCurrent: boolean;
}

function EpochTitle({ epochId, content: { validators, config }, isCurrent }: EpochTitleProps) {
  const { current_validators, epoch_height, epoch_start_height } = validators;
  return (
    <Title
      over={
        epochId !== '' && (
          <span class="over">
            Epoch <Hash text={epochId} label="Copy the id" />
          </span>
        )
      }
      lead={
        config && (
          <>
            {formatNumberOf(current_validators.length, 'validator')}, protocol version{' '}
            {config.protocol_version}.
          </>
        )
      }
    >
      Epoch {formatCount(epoch_height)} began at block <BlockLink height={epoch_start_height} />
      {!isCurrent && config !== null && ' and is over'}
    </Title>
  );
}
