// The code of a contract, and the transactions that deployed it.

import type { Contract } from '../../chain/contract.ts';
import { listDeploys } from '../../chain/deploys.ts';
import type { Trail } from '../../chain/trail.ts';
import { formatNumberOf } from '../../format/amounts.ts';
import { Panel } from '../ui/panel.tsx';
import { Age } from '../values/age.tsx';
import { Bytes } from '../values/amounts.tsx';
import { AccountLink, BlockLink, Hash, HashLink } from '../values/links.tsx';

const SHOWN_MAX = 8;

export function Deploys({ id, contract, trails }: DeploysProps) {
  const deploys = listDeploys(trails, id);
  return (
    <Panel
      id="code"
      title="Code"
      note={deploys.length > 0 && formatNumberOf(deploys.length, 'deploy')}
    >
      <ol class="line-v">
        <li class="now">
          <span>
            <span class="t">Now </span>
            <Hash text={contract.hash} label="Copy the hash of the code" />
          </span>
          <span class="faint">
            <Bytes count={contract.code.length} />
          </span>
          <span class="quiet">
            {formatNumberOf(contract.methods.length, 'method')}; <Described contract={contract} />
          </span>
        </li>
        {deploys.slice(0, SHOWN_MAX).map(({ trail, bytes }) => (
          <li key={trail.transaction.hash}>
            <span>
              deployed by <AccountLink id={trail.transaction.signer_id} />{' '}
              <HashLink page="tx" hash={trail.transaction.hash} />
            </span>
            <span class="faint">
              block <BlockLink height={trail.blockHeight} />
            </span>
            <span class="faint">
              {bytes !== null && (
                <>
                  <Bytes count={bytes} />,{' '}
                </>
              )}
              <Age isAgo nanos={trail.timestampNanosec} />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

interface DeploysProps {
  readonly id: string;
  readonly contract: Contract;
  readonly trails: readonly Trail[];
}

function Described({ contract: { abi } }: { contract: Contract }) {
  if (abi === null) return <>it does not describe itself</>;
  if ('unreadable' in abi) {
    return (
      <>
        its description cannot be read: <bdi>{abi.unreadable}</bdi>
      </>
    );
  }
  return (
    <>
      <bdi>{abi.title}</bdi> describes {formatNumberOf(abi.methods.size, 'method')}
    </>
  );
}
