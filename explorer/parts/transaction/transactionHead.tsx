// The outcome of a transaction in words, and the receipts in it that failed.

import { isFailedNode, labelOf } from '../../chain/flow.ts';
import type { ReceiptNode, TransactionTree } from '../../chain/receiptTree.ts';
import { failureOf, type TransactionTrace } from '../../chain/trace.ts';
import type { Standing } from '../../chain/trail.ts';
import { describeFailure, openTagged } from '../../format/actions.ts';
import { formatNumberOf } from '../../format/amounts.ts';
import type { Phrase } from '../../format/sentences.ts';
import { Icon } from '../ui/icon.tsx';
import { StandingBadge } from '../ui/standing.tsx';
import { Title } from '../ui/title.tsx';
import { Hash } from '../values/links.tsx';
import { Sentence } from '../values/sentence.tsx';
import { findPlace } from './stackFrames.tsx';

const CAUSES_MAX = 3;
const REASON_LENGTH = 300;

interface TransactionHeadProps {
  readonly tree: TransactionTree;
  readonly trace: TransactionTrace | null;
  readonly standing: Standing;
  readonly phrases: readonly Phrase[];
  readonly onSelect: (id: string) => void;
}

export function TransactionHead(props: TransactionHeadProps) {
  const { tree, trace, standing, phrases, onSelect } = props;
  const failed = tree.nodes.filter(isFailedNode);
  return (
    <Title
      over={
        <>
          <StandingBadge standing={standing} />
          <span class="over">
            Transaction <Hash text={tree.status.transaction.hash} label="Copy the hash" />
          </span>
        </>
      }
      lead={<Lead standing={standing} failures={failed.length} />}
      below={failed
        .slice(0, CAUSES_MAX)
        .map((node) => <Cause key={node.id} node={node} trace={trace} onSelect={onSelect} />)}
    >
      <Sentence phrases={phrases} />
    </Title>
  );
}

function Lead({ standing, failures }: { standing: Standing; failures: number }) {
  switch (standing) {
    case 'succeeded':
      return null;
    case 'partly':
      return (
        <>
          The transaction itself succeeded, but {formatNumberOf(failures, 'receipt')} that it led to
          failed.
        </>
      );
    case 'failed':
      return <>It failed. The signer paid for the gas that was burnt.</>;
    default:
      return <>Not all of its receipts are executed yet.</>;
  }
}

interface CauseProps {
  readonly node: ReceiptNode;
  readonly trace: TransactionTrace | null;
  readonly onSelect: (id: string) => void;
}

function Cause({ node, trace, onSelect }: CauseProps) {
  const traced = trace?.receipts.find(({ receipt_id }) => receipt_id === node.id);
  const place = traced === undefined ? null : findPlace(failureOf(traced));
  const reason = describeFailure(openTagged(node.outcome.status).fields);
  return (
    <p class="cause">
      <Icon name="cross" />
      <span class="wrap">
        <b class="mono">{labelOf(node).slice(0, 100)}</b>{' '}
        <bdi class="mono">
          {reason.slice(0, REASON_LENGTH)}
          {reason.length > REASON_LENGTH && '…'}
        </bdi>{' '}
        <button class="link" type="button" onClick={() => onSelect(node.id)}>
          {place ?? 'show the receipt'}
        </button>
      </span>
    </p>
  );
}
