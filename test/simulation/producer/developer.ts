// A developer who controls the chain while it runs: blocks on demand, snapshots and reverts, jumps
// in height and time, state patches. Requests may be lost or executed twice, like those of other
// clients.

import type { World } from '../world.ts';
import { ACCOUNTS, NEAR } from './chainTemplate.ts';
import type { Question, SimulatedNetwork } from './simulatedClients.ts';

interface DeveloperOptions {
  readonly hasPatches: boolean;
  readonly isGrown: boolean;
}

export async function developChain(
  world: World,
  network: SimulatedNetwork,
  options: DeveloperOptions,
  isStopped: () => boolean,
): Promise<void> {
  const { random } = world;
  let snapshotId = 0;
  while (!isStopped()) {
    await world.sleep(random.below(150_000), null);
    if (isStopped()) return;
    const reply = await network.call(chooseAction(world, options, snapshotId));
    const isTaken = reply !== null && 'result' in reply;
    const { id } = (isTaken ? reply.result : {}) as { id?: number };
    snapshotId = id ?? snapshotId;
  }
}

function chooseAction(
  { random }: World,
  { hasPatches, isGrown }: DeveloperOptions,
  snapshotId: number,
): Question {
  const kind = random.weighted({
    mine: 2,
    snapshot: snapshotId === 0 ? 4 : 1,
    revert: snapshotId === 0 ? 0.5 : 4,
    drop: 1,
    time: 1,
    jump: 1,
    mode: 1,
    reset: isGrown ? 0 : 0.3,
    patch: hasPatches ? 3 : 0,
  });
  switch (kind) {
    case 'mine':
      return { method: 'perigee_mine', params: { blocks: random.between(1, 2) } };
    case 'snapshot':
      return { method: 'perigee_snapshot', params: null };
    case 'revert':
      return { method: 'perigee_revert', params: { id: snapshotId } };
    case 'drop':
      return { method: 'perigee_drop_snapshot', params: { id: snapshotId } };
    case 'time':
      return { method: 'perigee_advance_time', params: { seconds: random.between(1, 100) } };
    case 'jump':
      return { method: 'sandbox_fast_forward', params: { delta_height: random.between(1, 6) } };
    case 'mode':
      return { method: 'perigee_set_mining', params: { mode: random.pick(['auto', 'manual']) } };
    case 'reset':
      return { method: 'perigee_reset', params: null };
    case 'patch': {
      const amount = `${BigInt(random.between(1_000, 2_000)) * NEAR}`;
      return {
        method: 'perigee_set_balance',
        params: { account_id: random.pick(ACCOUNTS), amount },
      };
    }
  }
}
