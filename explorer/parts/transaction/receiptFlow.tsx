// The diagram of receipts: a lane for each shard or account, blocks to the right. A box is a
// receipt; solid arrows create, dashed ones answer, dotted ones wait; refunds are small rings.

import {
  FLOW_LABELS,
  FLOW_TOP,
  type Flow,
  type FlowArrow,
  type FlowBox,
  type FlowColumn,
  type FlowLane,
  type FlowRefunds,
  fitLabel,
  isFailedNode,
} from '../../chain/flow.ts';
import { describeFailure, openTagged } from '../../format/actions.ts';
import { formatCount, formatNumberOf, formatTgas } from '../../format/amounts.ts';
import { formatSpan, nanosToMs } from '../../format/times.ts';
import { formatRoute } from '../../route.ts';

interface ReceiptFlowProps {
  readonly flow: Flow;
  /** The gas of the most expensive receipt, which is a full bar. */
  readonly mostGas: number;
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

export function ReceiptFlow({ flow, mostGas, selected, onSelect }: ReceiptFlowProps) {
  const { width, height, lanes, columns, boxes, refunds, arrows } = flow;
  const startMs = nanosToMs(columns[0]?.block.timestamp_nanosec ?? '0');
  return (
    <figure class="scroll-x flow-wrap" aria-label="Receipts, time to the right">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the figure has the name */}
      <svg class="flow" width={width} height={height} data-walk>
        {lanes.map((lane) => (
          <Lane key={lane.key} lane={lane} />
        ))}
        {columns.map((column) => (
          <Column key={column.block.hash} column={column} height={height} startMs={startMs} />
        ))}
        {arrows.map((arrow) => (
          <Arrow key={arrow.key} arrow={arrow} />
        ))}
        {refunds.map((group) => (
          <Refunds key={group.nodes[0]?.id} group={group} />
        ))}
        {boxes.map((box) => (
          <Box
            key={box.node.id}
            box={box}
            mostGas={mostGas}
            isSelected={box.node.id === selected}
            onSelect={onSelect}
          />
        ))}
      </svg>
    </figure>
  );
}

const NAME_LENGTH = 19;
const LINE = 16;

function Lane({ lane: { names, note, y, height } }: { lane: FlowLane }) {
  const top = y + height / 2 + 4 - (names.length * LINE) / 2;
  return (
    <>
      <rect class="lane" x="0" y={y} width="100%" height={height} rx="6" />
      {names.map((name, at) => (
        <text key={name} class="strong mono sm" x="14" y={top + at * LINE}>
          <title>{name}</title>
          {name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name}
        </text>
      ))}
      <text class="faint sm" x="14" y={top + names.length * LINE}>
        {note}
      </text>
    </>
  );
}

interface ColumnProps {
  readonly column: FlowColumn;
  readonly height: number;
  readonly startMs: number;
}

function Column({ column: { block, x }, height, startMs }: ColumnProps) {
  const isFirst = x === FLOW_LABELS;
  const after = formatSpan(nanosToMs(block.timestamp_nanosec) - startMs);
  return (
    <>
      <line class="tick" x1={x} x2={x} y1={FLOW_TOP - 12} y2={height - 6} />
      <text class="mono strong" x={x + 8} y="14">
        {formatCount(block.height)}
        {!isFirst && (
          <tspan class="faint sm" dx="6">
            +{after}
          </tspan>
        )}
      </text>
    </>
  );
}

function Arrow({ arrow: { kind, isBad, path, tip } }: { arrow: FlowArrow }) {
  const bad = isBad ? 'bad' : '';
  if (kind === 'refund') return <path class="arrow dim" d={path} />;
  return (
    <>
      <path class={`arrow ${kind} ${bad}`} d={path} />
      {tip !== null && <path class={`tip ${bad}`} d={`M${tip.x - 1} ${tip.y}l-7 -4v8z`} />}
    </>
  );
}

function Refunds({ group: { nodes, x, y } }: { group: FlowRefunds }) {
  return (
    <g>
      <title>{formatNumberOf(nodes.length, 'refund')}</title>
      <circle class="refund" cx={x} cy={y} r="7" />
      <path class="arrow dim" d={`M${x + 2.5} ${y - 3.5}l-4 3.5 4 3.5`} />
      {nodes.length > 1 && (
        <text class="faint sm" x={x + 12} y={y + 4}>
          {nodes.length}
        </text>
      )}
    </g>
  );
}

interface BoxProps {
  readonly box: FlowBox;
  readonly mostGas: number;
  readonly isSelected: boolean;
  readonly onSelect: (id: string) => void;
}

const BAR_X = 78;
const MESSAGE_LENGTH = 40;

function Box({ box, mostGas, isSelected, onSelect }: BoxProps) {
  const { node, label, x, y, width, height } = box;
  const gas = Number(node.outcome.gas_burnt);
  const isFailed = isFailedNode(node);
  const bar = width - BAR_X - 12;
  const kind = [node.receipt === null && 'root', isFailed && 'bad', isSelected && 'sel'];
  const words = `${label} ${formatTgas(gas)} Tgas in block ${formatCount(node.block.height)}`;
  const choose = () => onSelect(node.id);
  return (
    <>
      <a
        class={`node ${kind.filter(Boolean).join(' ')}`}
        href={formatRoute({ page: 'receipt', subject: node.id })}
        aria-label={isFailed ? `${words}, failed` : words}
        aria-current={isSelected ? 'true' : undefined}
        data-box={node.id}
        onClick={(event) => {
          event.preventDefault();
          choose();
        }}
      >
        <title>{words}</title>
        <rect
          class="box"
          x={x}
          y={y}
          width={width}
          height={height}
          rx={node.receipt === null ? height / 2 : 6}
        />
        <text class="m mono sm" x={x + 12} y={y + 19}>
          {fitLabel(box)}
        </text>{' '}
        <text class="sm faint" x={x + 12} y={y + 37}>
          {formatTgas(gas)} Tgas
        </text>
        {bar > 8 && node.receipt !== null && (
          <>
            <rect class="track" x={x + BAR_X} y={y + 31} width={bar} height="4" rx="2" />
            <rect
              class="h3"
              x={x + BAR_X}
              y={y + 31}
              width={Math.max(2, (gas / mostGas) * bar)}
              height="4"
              rx="2"
            />
          </>
        )}
        {isFailed && <path class="cross" d={`M${x + width - 18} ${y + 10}l7 7m0 -7l-7 7`} />}
      </a>
      {isFailed && (
        <text class="fail-t sm halo" x={x} y={y + height + 15}>
          {cut(describeFailure(openTagged(node.outcome.status).fields))}
        </text>
      )}
    </>
  );
}

function cut(text: string): string {
  return text.length > MESSAGE_LENGTH ? `${text.slice(0, MESSAGE_LENGTH - 1)}…` : text;
}
