// An epoch: who validates, what they were expected to do and did, and who comes next.

import type { ParamsOf, ResultOf } from 'perigee/client';
import { chainHead } from '../chain/connection.ts';
import { askNode } from '../chain/node.ts';
import { layoutOf, type ProtocolConfig, readProtocolConfig } from '../chain/shards.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import { useObservable } from '../chain/useObservable.ts';
import type { Tagged } from '../chain/wire.ts';
import { describeFailure } from '../format/actions.ts';
import { formatCount } from '../format/amounts.ts';
import { Proposals } from '../parts/blocks/proposals.tsx';
import { Answer } from '../parts/ui/answer.tsx';
import { Fact, Facts } from '../parts/ui/facts.tsx';
import { Notice } from '../parts/ui/notices.tsx';
import { Panel, Summary } from '../parts/ui/panel.tsx';
import { Raw } from '../parts/ui/raw.tsx';
import { Title } from '../parts/ui/title.tsx';
import { Near } from '../parts/values/amounts.tsx';
import { AccountLink, BlockLink } from '../parts/values/links.tsx';
import type { PageProps } from './pageProps.ts';

type Validators = ResultOf<'validators'>;
type CurrentValidator = Validators['current_validators'][number];

/** The validators, and what the protocol is in that epoch; null for one that has not begun. */
interface EpochContent {
  readonly validators: Validators;
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
      <Title>Epoch</Title>
      <Answer
        loaded={loaded}
        unknown="There is no such epoch, or it has only just begun to be planned."
      >
        {(content) => <Content content={content} />}
      </Answer>
      <Raw method="validators" params={params} />
    </>
  );
}

function Content({ content }: { content: EpochContent }) {
  const { validators, config } = content;
  const { current_validators, next_validators, prev_epoch_kickout } = validators;
  return (
    <>
      <Summary>
        <Facts>
          <Fact name="Number">{formatCount(validators.epoch_height)}</Fact>
          <Fact name="Since block">
            <BlockLink height={validators.epoch_start_height} />
          </Fact>
          {config && <Fact name="Protocol version">{config.protocol_version}</Fact>}
          {config && <Fact name="Shards">{layoutOf(config).shard_ids.join(', ')}</Fact>}
        </Facts>
      </Summary>
      <Panel id="validators" title="Validators">
        <Current validators={current_validators} />
      </Panel>
      <Panel id="next" title="Next epoch">
        <ul class="list">
          {next_validators.map(({ account_id, stake, shards }) => (
            <li key={account_id}>
              <AccountLink id={account_id} /> <Near yocto={stake} />{' '}
              <span class="faint">shards {shards.join(', ')}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Proposals stakes={validators.current_proposals} />
      <Panel id="kickouts" title="Removed after the epoch before">
        {prev_epoch_kickout.length === 0 && <Notice>Nobody.</Notice>}
        <ul class="list">
          {prev_epoch_kickout.map(({ account_id, reason }) => (
            <li key={account_id}>
              <AccountLink id={account_id} />: {describeFailure(openReason(reason))}
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

/** A reason with numbers is an object, or its JSON text. */
function openReason(reason: Tagged): Tagged {
  return typeof reason === 'string' && reason.startsWith('{') ? JSON.parse(reason) : reason;
}

function Current({ validators }: { validators: readonly CurrentValidator[] }) {
  return (
    <div class="scroll-x">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Stake</th>
            <th scope="col">Shards</th>
            <th scope="col">Blocks</th>
            <th scope="col">Chunks</th>
            <th scope="col">Endorsements</th>
          </tr>
        </thead>
        <tbody>
          {validators.map((validator) => (
            <tr key={validator.account_id} data-account={validator.account_id}>
              <td>
                <AccountLink id={validator.account_id} />
              </td>
              <td>
                <Near yocto={validator.stake} />
              </td>
              <td>{validator.shards.join(', ')}</td>
              <td>{share(validator.num_produced_blocks, validator.num_expected_blocks)}</td>
              <td>{share(validator.num_produced_chunks, validator.num_expected_chunks)}</td>
              <td>
                {share(validator.num_produced_endorsements, validator.num_expected_endorsements)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function share(produced: number, expected: number): string {
  return `${formatCount(produced)} of ${formatCount(expected)}`;
}
