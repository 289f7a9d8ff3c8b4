// Deploys new code to a contract of a local chain, and says what came of it.

import { useState } from 'preact/hooks';
import { deployFile } from '../../chain/deploy.ts';
import { nodeAccounts } from '../../chain/localChain.ts';
import { standingOf, trailOfStatus } from '../../chain/trail.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { formatTgas } from '../../format/amounts.ts';
import { Icon } from '../ui/icon.tsx';
import { Failure } from '../ui/notices.tsx';

interface DeployButtonProps {
  readonly id: string;
  readonly onDeployed: () => void;
}

export function DeployButton({ id, onDeployed }: DeployButtonProps) {
  const accounts = useObservable(nodeAccounts);
  const [done, setDone] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  if (!accounts) return null;
  const deploy = async (file: File | undefined) => {
    if (file === undefined) return;
    setFailure(null);
    setDone('');
    try {
      const status = await deployFile(id, file);
      const trail = trailOfStatus(status, { blockHeight: 0, timestampNanosec: '0' });
      if (standingOf(trail) === 'failed')
        throw new Error(trail.failures[0]?.reason ?? 'It failed.');
      setDone(`Deployed ${file.name} for ${formatTgas(trail.gasBurnt)} Tgas.`);
      onDeployed();
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  return (
    <>
      <span role="status" class="s quiet">
        {done}
      </span>
      {failure !== null && <Failure>{failure}</Failure>}
      <label class="btn file">
        <Icon name="upgrade" />
        Deploy new code…
        <input
          type="file"
          accept=".wasm"
          onChange={({ currentTarget }) => {
            void deploy(currentTarget.files?.[0]);
            // The same file can be chosen again after it was compiled again.
            currentTarget.value = '';
          }}
        />
      </label>
    </>
  );
}
