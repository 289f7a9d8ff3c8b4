// A trace as a tree for terminals: receipts below the ones that created them, each with its
// actions, host calls, logs, changes and how it ended.

import { formatGas, formatTokens } from '../../base/amounts.ts';
import { bytesKey } from '../../base/bytes/bytes.ts';
import { formatHash } from '../../base/crypto/hash.ts';
import type {
  ActionTrace,
  BalanceChange,
  HostCallTrace,
  ReceiptTrace,
  StorageChange,
  TraceFailure,
  TransactionTrace,
  Truncation,
} from '../tree/transactionTrace.ts';
import { foldRegisterCalls } from './foldRegisterCalls.ts';
import {
  findFirstFailure,
  formatError,
  formatFirstFailure,
  formatMessage,
  formatReasons,
} from './formatFailure.ts';
import { formatBytes, formatField, formatResult } from './formatValues.ts';
import { escapeText, type Styles } from './styles.ts';
import { drawTree, leaf, type TextNode } from './textTree.ts';

/** A log is shown where the contract wrote it, if host calls are shown. */
const LOGGING: ReadonlySet<string> = new Set(['log_utf8', 'log_utf16']);

/** Functions about a register; of others it does not matter which one they use. */
const REGISTERS: ReadonlySet<string> = new Set(['read_register', 'register_len', 'write_register']);
const PLACES: ReadonlySet<string> = new Set(['ptr']);
const REGISTERS_AND_PLACES: ReadonlySet<string> = new Set(['ptr', 'register_id']);

/** Above this, the failure may be out of sight, and is repeated at the end. */
const LINES_IN_SIGHT = 24;

export function formatTrace(trace: TransactionTrace, styles: Styles): string {
  const tree = drawTree(new TraceFormatter(styles).transaction(trace), styles.dim);
  const first = findFirstFailure(trace);
  if (first === null || tree.split('\n').length <= LINES_IN_SIGHT) return tree;
  return `${tree}\n${formatFirstFailure(first, styles).join('\n')}\n`;
}

class TraceFormatter {
  readonly #styles: Styles;

  constructor(styles: Styles) {
    this.#styles = styles;
  }

  transaction(trace: TransactionTrace): TextNode {
    const { good, bad, name, dim } = this.#styles;
    const { transactionHash, signerId, receiverId, status, gasBurnt, tokensBurnt } = trace;
    const ended = { success: good('success'), failure: bad('failure'), pending: dim('pending') };
    const cost = `${formatGas(gasBurnt)}, ${formatTokens(tokensBurnt)} burnt`;
    const who = `${name(signerId)} → ${name(receiverId)}`;
    const place = `block ${trace.blockHeight}, shard ${trace.shardId}`;
    return {
      line: `${ended[status]} ${who}, ${cost} ${dim(`(${formatHash(transactionHash)}, ${place})`)}`,
      children: [
        {
          line: `${dim(`[${formatGas(trace.conversionGasBurnt)}]`)} converted to a receipt`,
          children: trace.balanceChanges.map((change) => this.#balance(change)),
        },
        ...this.#receipts(trace),
        ...(trace.failure !== null && trace.receipts.length === 0
          ? [this.#failure(trace.failure)]
          : []),
        ...trace.truncated.map((cut) => this.#truncation(cut)),
      ],
    };
  }

  /** From the last one back, so that children are known before their parents. */
  #receipts({ receipts, children }: TransactionTrace): TextNode[] {
    const nodes = new Map<string, TextNode>();
    const find = (id: Uint8Array) => nodes.get(bytesKey(id));
    for (const receipt of receipts.toReversed()) {
      const below = receipt.children.flatMap((id) => find(id) ?? []);
      nodes.set(bytesKey(receipt.receiptId), this.#receipt(receipt, below));
    }
    return children.flatMap((id) => find(id) ?? []);
  }

  #receipt(receipt: ReceiptTrace, below: readonly TextNode[]): TextNode {
    const { good, bad, dim } = this.#styles;
    const marks = { success: good('✓'), failure: bad('✗'), pending: dim('…') };
    const { actions, receiverId, blockHeight } = receipt;
    const only = actions.length === 1 ? actions[0] : undefined;
    const gas = dim(`[${formatGas(receipt.gasBurnt)}]`);
    const kind = { action: '', refund: dim('refund to '), yield: dim('yielded ') }[receipt.kind];
    const title =
      only === undefined ? this.#styles.name(receiverId) : this.#title(only, receiverId);
    const place = dim(blockHeight === null ? 'not executed yet' : `block ${blockHeight}`);
    const inner = only ? this.#actionParts(only) : actions.map((action) => this.#action(action));
    return {
      line: `${marks[receipt.status]} ${gas} ${kind}${title} ${place}`,
      children: [
        ...inner,
        ...receipt.truncated.map((cut) => this.#truncation(cut)),
        ...receipt.balanceChanges.map((change) => this.#balance(change)),
        ...this.#ending(receipt),
        ...below,
      ],
    };
  }

  /** Shown once, where it belongs. */
  #ending({ failure, actions, promisedReceiptId, result }: ReceiptTrace): TextNode[] {
    const { good, dim } = this.#styles;
    const isShown = actions.some((action) => action.failure !== null);
    if (failure !== null && !isShown) return [this.#failure(failure)];
    if (promisedReceiptId !== null) {
      return [
        leaf(`${good('←')} ${dim(`the result of receipt ${formatHash(promisedReceiptId)}`)}`),
      ];
    }
    if (result === null || result.length === 0) return [];
    return [leaf(`${good('←')} ${formatBytes(result)}`)];
  }

  #action(action: ActionTrace): TextNode {
    const gas = this.#styles.dim(`[${formatGas(action.gasBurnt)}]`);
    const isTried = action.status !== 'not_executed';
    const title = this.#title(action, null);
    return {
      line: isTried ? `${gas} ${title}` : this.#styles.dim(`${title} not executed`),
      children: this.#actionParts(action),
    };
  }

  /** A receipt with a single action is named after it. */
  #title(action: ActionTrace, receiverId: string | null): string {
    const { name, dim } = this.#styles;
    const { kind, methodName, args, deposit, gas, fields } = action;
    if (methodName === null) {
      const account = receiverId === null ? [] : [name(receiverId)];
      const shown = fields.length === 0 ? [] : [fields.map(formatField).join(', ')];
      return [...account, kind, ...shown].join(' ');
    }
    const method = escapeText(methodName);
    const called = name(receiverId === null ? method : `${receiverId}.${method}`);
    const given = args === null || args.length === 0 ? '' : formatBytes(args);
    const paid = deposit === null || deposit === 0n ? '' : ` with ${formatTokens(deposit)}`;
    return `${called}(${given})${paid} ${dim(`of ${formatGas(gas ?? 0n)}`)}`;
  }

  #actionParts(action: ActionTrace): TextNode[] {
    const { hostCalls, logs, storageChanges, truncated, failure } = action;
    const shownLogs = hostCalls.some(({ name }) => LOGGING.has(name)) ? [] : logs;
    return [
      ...foldRegisterCalls(hostCalls).map((shown) =>
        shown.kind === 'call' ? this.#hostCall(shown.call, failure) : this.#registers(shown.calls),
      ),
      ...shownLogs.map((log) => leaf(this.#styles.log(`log ${escapeText(log)}`))),
      ...truncated.map((cut) => this.#truncation(cut)),
      ...storageChanges.map((change) => this.#storage(change)),
      ...(failure === null ? [] : [this.#failure(failure)]),
    ];
  }

  /** The error is left out if it is the failure of the action, which follows. */
  #hostCall(call: HostCallTrace, failure: TraceFailure | null): TextNode {
    const { name, args, result, output, error, gasBurnt, gasAfter } = call;
    const { bad, dim, log } = this.#styles;
    const hidden = REGISTERS.has(name) ? PLACES : REGISTERS_AND_PLACES;
    const shown = args
      .filter((arg) => !hidden.has(arg.name))
      .map(formatField)
      .join(', ');
    const text = LOGGING.has(name) ? log(`${name}(${shown})`) : `${name}(${shown})`;
    const outcome = [result && formatResult(name, result), output && formatBytes(output)].filter(
      (part) => part !== null,
    );
    const returned = outcome.length === 0 ? '' : ` → ${outcome.join(' ')}`;
    const reason = error === null || error === failure?.message ? '' : ` ${formatMessage(error)}`;
    const failed = error === null ? '' : ` ${bad(`✗${reason}`)}`;
    const gas = dim(`[${formatGas(gasBurnt)}, ${formatGas(gasAfter)} so far]`);
    return leaf(`${text}${returned}${failed} ${gas}`);
  }

  #registers(calls: readonly HostCallTrace[]): TextNode {
    const names = calls.map(({ name }) => name).join(', ');
    const burnt = calls.reduce((sum, { gasBurnt }) => sum + gasBurnt, 0);
    const after = calls.at(-1)?.gasAfter ?? 0;
    return leaf(this.#styles.dim(`${names} [${formatGas(burnt)}, ${formatGas(after)} so far]`));
  }

  #storage({ key, before, after }: StorageChange): TextNode {
    const from = before === null ? 'nothing' : formatBytes(before);
    const to = after === null ? 'nothing' : formatBytes(after);
    return leaf(this.#styles.state(`storage ${formatBytes(key)}: ${from} → ${to}`));
  }

  #balance({ accountId, before, after }: BalanceChange): TextNode {
    const total = (one: BalanceChange['before']) => (one === null ? 0n : one.amount + one.locked);
    const from = before === null ? 'no account' : formatTokens(before.amount);
    const to = after === null ? 'no account' : formatTokens(after.amount);
    const change = total(after) - total(before);
    const signed = `${change > 0n ? '+' : ''}${formatTokens(change)}`;
    const isStaking = before?.locked !== after?.locked && before !== null && after !== null;
    const staked = isStaking ? `, staked ${formatTokens(after.locked)}` : '';
    return leaf(
      this.#styles.state(`balance of ${accountId}: ${from} → ${to} (${signed}${staked})`),
    );
  }

  #failure(failure: TraceFailure): TextNode {
    return {
      line: this.#styles.bad(`✗ ${formatError(failure)}`),
      children: formatReasons(failure, this.#styles).map(leaf),
    };
  }

  #truncation({ what, leftOut }: Truncation): TextNode {
    return leaf(this.#styles.bad(`… ${leftOut} more ${what} left out: the trace is too long`));
  }
}
