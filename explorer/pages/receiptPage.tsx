// A receipt by its id, with a link to its transaction.

import { askNode } from '../chain/node.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import type { Receipt } from '../chain/wire.ts';
import { describeActions } from '../format/actions.ts';
import { decodeBase64 } from '../format/values.ts';
import { Answer } from '../parts/ui/answer.tsx';
import { Fact, Facts } from '../parts/ui/facts.tsx';
import { Summary } from '../parts/ui/panel.tsx';
import { Raw } from '../parts/ui/raw.tsx';
import { Title } from '../parts/ui/title.tsx';
import { AccountLink, Code, HashLink } from '../parts/values/links.tsx';
import { Value } from '../parts/values/texts.tsx';
import type { PageProps } from './pageProps.ts';

interface Found {
  readonly receipt: Receipt;
  readonly transactionHash: string | null;
}

async function loadReceipt(id: string): Promise<Found> {
  const params = { receipt_id: id };
  const receipt = await askNode('EXPERIMENTAL_receipt', params);
  const origin = await askNode('EXPERIMENTAL_receipt_to_tx', params).catch(() => null);
  return { receipt, transactionHash: origin?.transaction_hash ?? null };
}

export function ReceiptPage({ subject: id }: PageProps) {
  const loaded = useLoaded(id, () => loadReceipt(id));
  return (
    <>
      <Title>Receipt</Title>
      <Code text={id} />
      <Answer loaded={loaded} unknown="There is no such receipt on this chain.">
        {({ receipt, transactionHash }) => (
          <Summary>
            <Facts>
              <Fact name="From">
                <AccountLink id={receipt.predecessor_id} />
              </Fact>
              <Fact name="To">
                <AccountLink id={receipt.receiver_id} />
              </Fact>
              <Fact name="What">
                <Content receipt={receipt} />
              </Fact>
              {transactionHash !== null && (
                <Fact name="Transaction">
                  <HashLink page="tx" hash={transactionHash} /> shows what became of it
                </Fact>
              )}
            </Facts>
          </Summary>
        )}
      </Answer>
      <Raw method="EXPERIMENTAL_receipt" params={{ receipt_id: id }} />
    </>
  );
}

function Content({ receipt: { receipt } }: { receipt: Receipt }) {
  if ('Action' in receipt) return <bdi>{describeActions(receipt.Action.actions)}</bdi>;
  if (!('Data' in receipt)) return <>distributes a global contract</>;
  const { data, data_id } = receipt.Data;
  return (
    <>
      brings data for <Code text={data_id} />
      {data === null ? (
        <p class="faint">The promise failed: there is none.</p>
      ) : (
        <Value value={decodeBase64(data)} />
      )}
    </>
  );
}
