// A node with all presets, and near-api-js in front of it: what the tests of presets share.

import assert from 'node:assert/strict';
import { Account, type FinalExecutionOutcome, JsonRpcProvider, KeyPairSigner } from 'near-api-js';
import { createNode, type PerigeeNode } from '../../src/index.ts';

export const TGAS = 10n ** 12n;

interface Sent {
  readonly value: unknown;
  readonly events: readonly object[];
}

type Call = readonly [contractId: string, methodName: string, args: object];

export class PresetNode {
  readonly node: PerigeeNode;
  readonly provider: JsonRpcProvider;

  private constructor(node: PerigeeNode) {
    this.node = node;
    this.provider = new JsonRpcProvider({ url: node.url });
  }

  static async start(): Promise<PresetNode> {
    const presets = {
      wrappedNear: true,
      fungibleToken: true,
      nonFungibleToken: true,
      registrar: true,
      relayer: true,
    };
    return new PresetNode(await createNode({ config: { presets } }));
  }

  open(accountId: string): Account {
    const { secretKey } = this.node.accounts.find((one) => one.accountId === accountId) ?? {};
    assert.ok(secretKey);
    const signer = KeyPairSigner.fromSecretKey(secretKey as `ed25519:${string}`);
    return new Account(accountId, this.provider, signer);
  }

  /** Calls with near-api-js; throws if the transaction fails. */
  async send(
    signerId: string,
    [contractId, methodName, args]: Call,
    { deposit = 1n, gas = 100n * TGAS } = {},
  ): Promise<Sent> {
    const outcome = (await this.open(signerId).callFunctionRaw({
      ...{ contractId, methodName, args, deposit, gas },
      waitUntil: 'FINAL',
    })) as FinalExecutionOutcome;
    const { status } = outcome;
    assert.ok(typeof status === 'object' && status.SuccessValue !== undefined);
    const text = Buffer.from(status.SuccessValue, 'base64').toString();
    const logs = outcome.receipts_outcome.flatMap((receipt) => receipt.outcome.logs);
    const events = logs
      .filter((log) => log.startsWith('EVENT_JSON:'))
      .map((log) => JSON.parse(log.slice('EVENT_JSON:'.length)));
    return { value: text === '' ? null : JSON.parse(text), events };
  }

  view(contractId: string, method: string, args: object = {}): Promise<unknown> {
    const call = { contractId, method, args: args as Record<string, unknown> };
    return this.provider.callFunction(call);
  }

  /** In yoctoNEAR, with what its storage locks. */
  async amountOf(accountId: string): Promise<bigint> {
    return BigInt((await this.provider.viewAccount({ accountId })).amount);
  }
}
