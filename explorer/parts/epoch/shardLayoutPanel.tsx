// The shards of an epoch: a drawing of their ranges of account names, and what each was split from.

import { readRanges } from '../../chain/shardMap.ts';
import type { ProtocolConfig } from '../../chain/shards.ts';
import { ShardChart } from '../charts/shardChart.tsx';
import { Panel } from '../ui/panel.tsx';

interface ShardLayoutPanelProps {
  readonly layout: ProtocolConfig['shard_layout'];
  /** Of the newest block, for the current epoch. */
  readonly gas?: Parameters<typeof ShardChart>[0]['gas'];
}

export function ShardLayoutPanel({ layout, gas }: ShardLayoutPanelProps) {
  const { boundaries, ids, parents } = readRanges(layout);
  const split = ids.filter((id) => parents.has(id)).length;
  return (
    <Panel
      id="shards"
      title="Shards"
      note={`${ids.length}, by account name${split > 0 ? `; ${split} from a split` : ''}`}
    >
      <ShardChart layout={layout} gas={gas} />
      <table class="table ranges-table">
        <thead>
          <tr>
            <th scope="col">Shard</th>
            <th scope="col">From</th>
            <th scope="col">Split from</th>
          </tr>
        </thead>
        <tbody>
          {ids.map((id, at) => (
            <tr key={id} data-shard-row={id}>
              <td>{id}</td>
              <td class="mono wrap">
                {boundaries[at - 1] ?? <span class="faint">the first name</span>}
              </td>
              <td>{parents.get(id) ?? <span class="faint">none</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
