// The validators of an epoch and what was expected of them, those of the next one, and those who
// were removed.

import type { ResultOf } from 'perigee/client';
import type { Tagged } from '../../chain/wire.ts';
import { describeFailure } from '../../format/actions.ts';
import { formatCount } from '../../format/amounts.ts';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { Meter, Near } from '../values/amounts.tsx';
import { AccountLink, Who } from '../values/links.tsx';

/** The newest block may not be counted yet; below this share something was missed. */
const ENOUGH = 0.9;

type Validators = ResultOf<'validators'>;
type CurrentValidator = Validators['current_validators'][number];

export function ValidatorPanel({ validators }: { validators: readonly CurrentValidator[] }) {
  return (
    <Panel id="validators" class="flush" title="Validators" note={`${validators.length}`}>
      <table class="table cards validators">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th class="r" scope="col">
              Stake
            </th>
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
                <Who id={validator.account_id} />
              </td>
              <td class="r">
                <Near yocto={validator.stake} />
              </td>
              <td class="drop">{validator.shards.join(', ')}</td>
              <Share
                what="blocks"
                made={validator.num_produced_blocks}
                due={validator.num_expected_blocks}
              />
              <Share
                what="chunks"
                made={validator.num_produced_chunks}
                due={validator.num_expected_chunks}
              />
              <Share
                what="endorsements"
                made={validator.num_produced_endorsements}
                due={validator.num_expected_endorsements}
              />
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** What was produced of what was expected. */
function Share({ what, made, due }: { what: string; made: number; due: number }) {
  return (
    <td class="full">
      <span class="share">
        <span class="num">
          {formatCount(made)} of {formatCount(due)} <span class="faint phone-only">{what}</span>
        </span>
        <Meter part={made} whole={due} tone={made < due * ENOUGH ? 'warn-fill' : 'h3'} />
      </span>
    </td>
  );
}

export function NextPanel({ validators }: { validators: Validators['next_validators'] }) {
  return (
    <Panel id="next" class="flush" title="Next epoch" note={`${validators.length}`}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th class="r" scope="col">
              Stake
            </th>
            <th scope="col">Shards</th>
          </tr>
        </thead>
        <tbody>
          {validators.map(({ account_id, stake, shards }) => (
            <tr key={account_id}>
              <td>
                <Who id={account_id} />
              </td>
              <td class="r">
                <Near yocto={stake} />
              </td>
              <td>{shards.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

export function KickoutPanel({ kickouts }: { kickouts: Validators['prev_epoch_kickout'] }) {
  return (
    <Panel id="kickouts" title="Removed after the epoch before">
      {kickouts.length === 0 && <Notice>Every validator of that epoch did its work.</Notice>}
      <ul class="list">
        {kickouts.map(({ account_id, reason }) => (
          <li key={account_id}>
            <AccountLink id={account_id} />: {describeFailure(openReason(reason))}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** A reason with numbers is an object, or its JSON text. */
function openReason(reason: Tagged): Tagged {
  return typeof reason === 'string' && reason.startsWith('{') ? JSON.parse(reason) : reason;
}
