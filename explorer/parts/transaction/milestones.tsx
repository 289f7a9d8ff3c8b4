// The milestones of a transaction in their order, each with its block; the last step is the proof
// that the chain has it, checked in this browser.

import { chainHead } from '../../chain/connection.ts';
import { proveTransaction, type Verdict } from '../../chain/proveTransaction.ts';
import type { TransactionTree } from '../../chain/receiptTree.ts';
import { loadTimeline, type MilestonePoint } from '../../chain/timeline.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { formatSpan, nanosToMs } from '../../format/times.ts';
import { Answer } from '../ui/answer.tsx';
import { Badge } from '../ui/badge.tsx';
import { BlockLink, HashLink } from '../values/links.tsx';

/** A proof needs the block after the outcome's; beyond these blocks nothing new is expected. */
const SETTLED_AFTER = 10;

export function Milestones({ tree }: { tree: TransactionTree }) {
  const { status, root } = tree;
  const version = `${status.final_execution_status} ${tree.nodes.length}`;
  const loaded = useLoaded(status.transaction.hash, () => loadTimeline(tree), version);
  const startMs = nanosToMs(root.block.timestamp_nanosec);
  return (
    <Answer loaded={loaded}>
      {(points) => (
        <ol class="steps" aria-label="Milestones">
          {points.map((point) => (
            <Step key={point.name} point={point} startMs={startMs} />
          ))}
          <Proof tree={tree} />
        </ol>
      )}
    </Answer>
  );
}

function Step({ point, startMs }: { point: MilestonePoint; startMs: number }) {
  const { name, words, block } = point;
  return (
    <li class={block === null ? '' : 'done'} data-milestone={name} title={name}>
      <b>{words}</b>
      {block === null ? (
        'not yet'
      ) : (
        <>
          <BlockLink height={block.height} /> +
          {formatSpan(nanosToMs(block.timestamp_nanosec) - startMs)}
        </>
      )}
    </li>
  );
}

function Proof({ tree }: { tree: TransactionTree }) {
  const head = useObservable(chainHead);
  const newest = Math.max(...tree.nodes.map(({ block }) => block.height));
  const isFinal = tree.status.final_execution_status === 'FINAL';
  const version = isFinal ? Math.min(head?.height ?? 0, newest + SETTLED_AFTER) : 0;
  const { value, error } = useLoaded(
    tree.status.transaction.hash,
    async () => (isFinal && isSecureContext ? proveTransaction(tree) : null),
    version,
  );
  if (!isSecureContext) return <ProofStep words="only over https, or on this machine" />;
  if (error !== undefined) return <ProofStep words={error.message} />;
  if (value == null) return <ProofStep words="once it is final" />;
  if (value.isEarly) return <ProofStep words="with one more final block" />;
  return <VerdictStep verdict={value} />;
}

function ProofStep({ words }: { words: string }) {
  return (
    <li>
      <b>Proven</b>
      {words}
    </li>
  );
}

function VerdictStep({ verdict: { checked, headHeight } }: { verdict: Verdict }) {
  const faults = checked.filter(({ fault }) => fault !== null);
  const [first] = faults;
  if (first === undefined) {
    return (
      <li class="done proven">
        <b>
          <Badge tone="ok" icon="proof">
            Proven
          </Badge>
        </b>
        {checked.length} of {checked.length} outcomes by block <BlockLink height={headHeight} />, in
        this browser
      </li>
    );
  }
  return (
    <li class="unproven">
      <b>
        <Badge tone="fail" icon="proof">
          Not proven
        </Badge>
      </b>
      <HashLink page="receipt" hash={first.id} />: {first.fault}
      {faults.length > 1 && `, and ${faults.length - 1} more`}
    </li>
  );
}
