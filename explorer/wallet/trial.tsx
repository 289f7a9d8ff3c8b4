// What transactions would change for the signer, tried on the newest block by the node. A node that
// cannot simulate shows nothing here, and neither does a trial that is not possible, such as one
// with new code.

import { askNode } from '../chain/node.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import type { Tagged } from '../chain/wire.ts';
import { describeFailure, openTagged } from '../format/actions.ts';
import { formatCount } from '../format/amounts.ts';
import { Callout } from '../parts/ui/callout.tsx';
import { Icon } from '../parts/ui/icon.tsx';
import { Near } from '../parts/values/amounts.tsx';
import type { RequestedTransaction } from './request.ts';

interface TriedTransaction {
  readonly status: Tagged;
  readonly tokens_burnt: string;
  readonly failures?: readonly { readonly message: string }[];
  readonly state_changes: {
    readonly accounts: readonly {
      readonly account_id: string;
      readonly before: { readonly amount: string } | null;
      readonly after: { readonly amount: string } | null;
    }[];
  };
}

interface Trial {
  readonly block_height: number;
  readonly transactions: readonly TriedTransaction[];
}

type AskAny = (method: string, params: unknown) => Promise<unknown>;

function tryOut(signer_id: string, transactions: readonly RequestedTransaction[]): Promise<Trial> {
  const given = transactions.map(({ receiverId, actions }) => ({
    signer_id,
    receiver_id: receiverId,
    actions: actions.map(toJson),
  }));
  return (askNode as AskAny)('perigee_simulate', { transactions: given }) as Promise<Trial>;
}

/** Gas and nonces are numbers in JSON. */
function toJson(action: Tagged): Tagged {
  const asNumber = (_: string, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value;
  return JSON.parse(JSON.stringify(action, asNumber));
}

interface TrialProps {
  readonly accountId: string;
  readonly transactions: readonly RequestedTransaction[];
}

export function TrialEffects({ accountId, transactions }: TrialProps) {
  const { value: trial } = useLoaded(`trial of ${accountId}`, () =>
    tryOut(accountId, transactions),
  );
  if (trial === undefined) return null;
  const change = sumChange(trial, accountId);
  const burnt = trial.transactions.reduce(
    (sum, { tokens_burnt }) => sum + BigInt(tokens_burnt),
    0n,
  );
  const failure = trial.transactions.map(findFailure).find((message) => message !== null);
  return (
    <div>
      <h3>
        What will happen{' '}
        <span class="faint">
          tried on block {formatCount(trial.block_height)}, nothing was kept
        </span>
      </h3>
      <ul class="effects">
        <li>
          <Icon name="wallet" />
          <span>Your balance changes by</span>
          <Near yocto={change} />
        </li>
        <li>
          <Icon name="gas" />
          <span>Tokens burnt as fees</span>
          <Near yocto={burnt} />
        </li>
      </ul>
      {failure !== undefined && <Callout tone="warn" message={`It will fail: ${failure}`} />}
    </div>
  );
}

function sumChange({ transactions }: Trial, accountId: string): bigint {
  const changes = transactions.flatMap(({ state_changes }) =>
    state_changes.accounts
      .filter(({ account_id }) => account_id === accountId)
      .map(({ before, after }) => BigInt(after?.amount ?? 0) - BigInt(before?.amount ?? 0)),
  );
  return changes.reduce((sum, change) => sum + change, 0n);
}

/** Also of an inner receipt, which leaves the transaction itself successful. */
function findFailure({ status, failures = [] }: TriedTransaction): string | null {
  const { kind, fields } = openTagged(status);
  if (failures[0] !== undefined) return failures[0].message;
  return kind === 'Failure' ? describeFailure(fields) : null;
}
