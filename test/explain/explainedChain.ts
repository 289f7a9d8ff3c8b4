// A local chain on which things fail: transactions are sent, the chain produces blocks, and the
// explanations are those of the node.

import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import type { SecretKey } from '../../src/base/crypto/keys.ts';
import type { Explanation } from '../../src/explain/explanation.ts';
import { explainInvalid } from '../../src/explain/transactionRules.ts';
import type { RpcChain } from '../../src/rpc/core/context.ts';
import { findTransactionFacts } from '../../src/rpc/transactions/transactionFacts.ts';
import { traceTransaction } from '../../src/trace/traceTransaction.ts';
import type { TraceFailure, TransactionTrace } from '../../src/trace/tree/transactionTrace.ts';
import type { Action } from '../../src/types/action.ts';
import { plainNonce, signTransaction } from '../../src/types/signTransaction.ts';
import type { HashedTransaction, Transaction } from '../../src/types/transaction.ts';
import {
  ALICE,
  BOB,
  createLocalChain,
  keyOf,
  type LocalChain,
  signTransaction as signNext,
  TGAS,
} from '../chain/localChain.ts';
import { createTraceSource } from '../trace/traceAll.ts';

const BLOCKS = 8;
/** Above the nonces that keys begin with. */
const SOME_NONCE = 1n;

type Parts = Partial<Transaction> & { readonly secret?: SecretKey };

export class ExplainedChain {
  readonly local: LocalChain;

  constructor(local = createLocalChain()) {
    this.local = local;
  }

  /** A transaction of alice to bob, unless the parts say otherwise. */
  sign({ secret, ...parts }: Parts): HashedTransaction {
    const signerId = parts.signerId ?? ALICE;
    return signTransaction(secret ?? keyOf(signerId), {
      signerId,
      receiverId: BOB,
      nonce: plainNonce(SOME_NONCE),
      blockHash: this.local.chain.head.hash,
      actions: [],
      ...parts,
    });
  }

  /** Why the mempool refuses a transaction, and the name of the error. */
  refuse(signed: HashedTransaction): { readonly kind: string; readonly explanation: Explanation } {
    const admission = this.local.producer.submit(signed);
    if (admission.kind !== 'invalid') throw new Error(`the transaction is ${admission.kind}`);
    const { error } = admission;
    const { stored } = this.local.chain;
    const facts = findTransactionFacts(stored as unknown as RpcChain, signed.transaction, error);
    const isNested = error.kind === 'InvalidAccessKeyError' || error.kind === 'ActionsValidation';
    const kind = isNested ? error.value.kind : error.kind;
    return { kind, explanation: explainInvalid(error, facts) };
  }

  /** Sends the next transaction of an account, and returns its trace. */
  async run(actions: readonly Action[], receiverId = BOB, signerId = ALICE) {
    const { local } = this;
    const signed = signNext(local, signerId, receiverId, actions);
    const admission = local.producer.submit(signed);
    if (admission.kind !== 'admitted') throw new Error(JSON.stringify(admission.kind));
    await local.controls.run({ kind: 'mine', blocks: BLOCKS });
    const source = createTraceSource(local.chain);
    return traceTransaction(source, {
      transactionHash: signed.hash,
      level: 'calls',
    }) as TransactionTrace;
  }

  /** The failures of the receipts of such a transaction, in their order. */
  async fail(...sent: Parameters<ExplainedChain['run']>): Promise<readonly TraceFailure[]> {
    const { receipts } = await this.run(...sent);
    return receipts.flatMap(({ failure }) => failure ?? []);
  }
}

export function call(
  methodName: string,
  {
    args = '{}',
    tgas = 100n,
    deposit = 0n,
  }: { args?: string; tgas?: bigint; deposit?: bigint } = {},
): Action {
  const value = { methodName, args: utf8ToBytes(args), gas: tgas * TGAS, deposit };
  return { kind: 'FunctionCall', value };
}
