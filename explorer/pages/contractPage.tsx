// A contract: its methods to call, its storage to browse, and its code to download.

import { useEffect, useState } from 'preact/hooks';
import { type Contract, loadContract } from '../chain/contract.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import { formatNumberOf } from '../format/amounts.ts';
import { ContractForm } from '../parts/contract/contractForm.tsx';
import { StorageBrowser } from '../parts/contract/storageBrowser.tsx';
import { Answer } from '../parts/ui/answer.tsx';
import { Fact, Facts } from '../parts/ui/facts.tsx';
import { Summary } from '../parts/ui/panel.tsx';
import { Title } from '../parts/ui/title.tsx';
import { Bytes } from '../parts/values/amounts.tsx';
import { AccountLink, Code } from '../parts/values/links.tsx';
import type { PageProps } from './pageProps.ts';

export function ContractPage({ subject: id }: PageProps) {
  const loaded = useLoaded(id, () => loadContract(id));
  return (
    <>
      <Title>Contract</Title>
      <p class="name">
        <AccountLink id={id} />
      </p>
      <Answer loaded={loaded} unknown="There is no such account at the head of this chain.">
        {(contract) => (
          <>
            <Summary>
              <Facts>
                <Fact name="Code">
                  <Code text={contract.hash} />
                </Fact>
                <Fact name="Size">
                  <Bytes count={contract.code.length} /> <Download contract={contract} id={id} />
                </Fact>
                <Fact name="Methods">{contract.methods.length}</Fact>
                <Fact name="Description">
                  <Description contract={contract} />
                </Fact>
              </Facts>
            </Summary>
            <ContractForm id={id} contract={contract} />
          </>
        )}
      </Answer>
      <StorageBrowser id={id} />
    </>
  );
}

function Description({ contract: { abi } }: { contract: Contract }) {
  if (abi === null) return <span class="faint">none is embedded</span>;
  if ('unreadable' in abi) {
    return (
      <span class="faint">
        one is embedded, but cannot be read: <bdi>{abi.unreadable}</bdi>
      </span>
    );
  }
  return (
    <>
      <bdi>{abi.title}</bdi> describes {formatNumberOf(abi.methods.size, 'method')}
    </>
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
    <a href={address} download={`${id}.wasm`}>
      download
    </a>
  );
}
