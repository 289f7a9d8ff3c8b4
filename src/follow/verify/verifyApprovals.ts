// Whether validators with more than two thirds of the stake have approved the previous block: the
// approvals are in this block's header. Near the end of an epoch the producers of the next one
// approve too, and are counted separately. Follows the reference's
// chain/chain/src/approval_verification.rs and doomslug.rs.

import type { Hash } from '../../base/crypto/hash.ts';
import { verifyAll } from '../../base/crypto/keys.ts';
import type { Approver } from '../../chain/epoch/approvers.ts';
import { approvalMessage } from '../../chain/signing/validatorSigner.ts';
import type { BlockHeader } from '../../types/block.ts';
import { BlockRefused } from '../blockRefused.ts';

interface ApprovedBlock {
  readonly hash: Hash;
  readonly height: number;
}

interface ApprovalRules {
  /** In the order of the approvals. */
  readonly approvers: readonly Approver[];
  /** Accepts blocks without enough approvals; any approval that is present must still be valid. */
  readonly mayLack: boolean;
}

export function verifyApprovals(
  header: BlockHeader,
  prev: ApprovedBlock,
  { approvers, mayLack }: ApprovalRules,
): void {
  const { height } = header.lite;
  const refuse = (reason: string) => new BlockRefused('approvals', { height }, reason);
  const { approvals } = header.rest;
  if (approvals.length > approvers.length) {
    throw refuse(`it has ${approvals.length} approvals for ${approvers.length} approvers`);
  }
  const message = approvalMessage(prev.hash, prev.height, height);
  const approving = approvers.filter((_, i) => (approvals[i] ?? null) !== null);
  const checks = approvers.flatMap(({ publicKey: key }, i) => {
    const signature = approvals[i] ?? null;
    return signature === null ? [] : [{ key, message, signature }];
  });
  const wrong = verifyAll(checks).indexOf(false);
  if (wrong !== -1) {
    throw refuse(`the approval of ${approving[wrong]?.accountId} is not its signature`);
  }
  if (mayLack) return;
  const isEnough = (stakeOf: (approver: Approver) => bigint) => {
    const threshold = (sum(approvers, stakeOf) * 2n) / 3n;
    return threshold === 0n || sum(approving, stakeOf) > threshold;
  };
  if (!isEnough((approver) => approver.stakeThisEpoch)) {
    throw refuse('its approvals are not those of two thirds of the stake');
  }
  if (!isEnough((approver) => approver.stakeNextEpoch)) {
    throw refuse("its approvals are not those of two thirds of the next epoch's stake");
  }
}

function sum(approvers: readonly Approver[], stakeOf: (approver: Approver) => bigint): bigint {
  return approvers.reduce((total, approver) => total + stakeOf(approver), 0n);
}
