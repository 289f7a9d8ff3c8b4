// A contract: its methods to read and to write, its gas and code, its storage, and its calls.

import { useEffect, useState } from 'preact/hooks';
import { type Contract, loadContract } from '../chain/contract.ts';
import { lastArguments } from '../chain/deploys.ts';
import { sumMethods } from '../chain/methodGas.ts';
import { NodeRefusal } from '../chain/node.ts';
import { useHistory } from '../chain/useHistory.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import { listStandards } from '../format/standards.ts';
import { listStoredTypes } from '../format/typedValues.ts';
import { HistoryTable } from '../parts/account/historyTable.tsx';
import { Bench } from '../parts/contract/bench.tsx';
import { DeployButton } from '../parts/contract/deployButton.tsx';
import { Deploys } from '../parts/contract/deploys.tsx';
import { GasByMethod } from '../parts/contract/gasByMethod.tsx';
import { StorageBrowser } from '../parts/contract/storageBrowser.tsx';
import { Answer } from '../parts/ui/answer.tsx';
import { Badge } from '../parts/ui/badge.tsx';
import { Icon } from '../parts/ui/icon.tsx';
import { Notice } from '../parts/ui/notices.tsx';
import { Title } from '../parts/ui/title.tsx';
import { AccountLink, OrbitMark } from '../parts/values/links.tsx';
import type { PageProps } from './pageProps.ts';

/** Transactions at first: the gas by method is drawn from them. */
const HISTORY_ROWS = 25;

export function ContractPage({ subject: id }: PageProps) {
  const [deploys, setDeploys] = useState(0);
  const loaded = useLoaded(`contract ${id}`, () => loadContract(id), deploys);
  const history = useHistory(id, HISTORY_ROWS);
  const trails = history.loaded.value?.rows.map(({ trail }) => trail) ?? [];
  const { value, error } = loaded;
  const isWithoutCode = error instanceof NodeRefusal && error.kind === 'NO_CONTRACT_CODE';
  const gas = sumMethods(trails, id);
  const types = value?.abi && 'methods' in value.abi ? listStoredTypes(value.abi) : [];
  return (
    <>
      <Title
        mark={<OrbitMark isContract isLarge name={id} />}
        over={<Over methods={value?.methods ?? []} />}
        tools={
          <>
            <DeployButton id={id} onDeployed={() => setDeploys(deploys + 1)} />
            {value && <Download contract={value} id={id} />}
          </>
        }
      >
        <AccountLink id={id} />
      </Title>
      {isWithoutCode ? (
        <Notice>This account has no code.</Notice>
      ) : (
        <Answer loaded={loaded} unknown="There is no such account at the head of this chain.">
          {(contract) => (
            <>
              <Bench
                key={contract.hash}
                id={id}
                contract={contract}
                gas={gas}
                lastArguments={(method) => lastArguments(trails, id, method)}
              />
              <div class="cols-2">
                <GasByMethod gas={gas} />
                <Deploys id={id} contract={contract} trails={trails} />
              </div>
            </>
          )}
        </Answer>
      )}
      <StorageBrowser id={id} types={types} />
      <HistoryTable id={id} title="Calls and other transactions" {...history} />
    </>
  );
}

function Over({ methods }: { methods: readonly string[] }) {
  return (
    <p class="over">
      Contract{' '}
      {listStandards(methods).map((standard) => (
        <Badge key={standard}>{standard}</Badge>
      ))}
    </p>
  );
}

function Download({ contract, id }: { contract: Contract; id: string }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([contract.code], { type: 'application/wasm' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [contract]);
  return (
    <a
      class="btn icon"
      href={address}
      download={`${id}.wasm`}
      aria-label="Download the code"
      title="Download the code"
    >
      <Icon name="download" />
    </a>
  );
}
