// A network whose every block is checked: no token appears or vanishes, and nothing is executed
// twice.

import assert from 'node:assert/strict';
import { secretToPublic } from '../../src/base/crypto/keys.ts';
import type { ExtendedBlock } from '../../src/chain/chain.ts';
import { readAccount } from '../../src/state/accounts.ts';
import type { AccountId } from '../../src/types/accountId.ts';
import type { HashedTransaction } from '../../src/types/transaction.ts';
import { type BlockWishes, secretOf, TestNetwork } from '../support/testNetwork.ts';
import { Ledger } from './ledger.ts';

const SETTLING_BLOCKS_MAX = 50;

export class CheckedNetwork extends TestNetwork {
  readonly ledger = new Ledger();

  override extend(wishes: BlockWishes = {}): ExtendedBlock {
    const block = super.extend(wishes);
    this.ledger.note(this.chain, block);
    return block;
  }

  settle(): void {
    for (let blocks = 0; this.ledger.waiting > 0 || this.hasWaiting; blocks++) {
      assert.ok(blocks < SETTLING_BLOCKS_MAX, 'everything is executed in the end');
      this.extend();
    }
  }

  validators(): AccountId[] {
    const { epochs, head } = this.chain;
    const epoch = epochs.epoch(epochs.epochIdAfter(head.hash));
    return epoch.info.validators.map(({ accountId }) => accountId).sort();
  }

  locked(account: AccountId): bigint {
    return readAccount(this.stateOf(account), account)?.locked ?? 0n;
  }

  stake(account: AccountId, stake: bigint): HashedTransaction {
    const publicKey = secretToPublic(secretOf(account));
    return this.sign(account, account, [{ kind: 'Stake', value: { stake, publicKey } }]);
  }
}
