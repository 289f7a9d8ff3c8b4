// What the search box and the bar can do.

import { refreshControls } from '../../chain/localChain.ts';
import { askNode } from '../../chain/node.ts';
import { theme } from '../../chain/preferences.ts';
import type { CommandName } from '../../chain/suggestions.ts';
import { showToast } from '../../chain/toasts.ts';

export async function runCommand(command: CommandName): Promise<void> {
  switch (command) {
    case 'mine':
      return control('No block was mined', async () => {
        await askNode('perigee_mine', { blocks: 1 });
      });
    case 'snapshot':
      return control('No snapshot was taken', async () => {
        const { id } = await askNode('perigee_snapshot', null);
        showToast('done', `Snapshot ${id} is taken`, 'The local chain can be reverted to it.');
      });
    default:
      theme.value = command;
  }
}

async function control(failure: string, action: () => Promise<void>): Promise<void> {
  try {
    await action();
    await refreshControls();
  } catch (error) {
    showToast('failed', failure, (error as Error).message);
  }
}
