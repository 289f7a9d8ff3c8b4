// Deploys a chosen file on a local chain.

import { bytesToBase64 } from '../format/bytes.ts';
import { sendAs } from './controls.ts';
import type { TransactionStatus } from './wire.ts';

/** The protocol refuses larger contracts. */
const CODE_BYTES_MAX = 4_194_304;

export async function deployFile(owner: string, file: File): Promise<TransactionStatus> {
  if (file.size > CODE_BYTES_MAX) throw new Error('The file is larger than a contract may be.');
  const code = bytesToBase64(new Uint8Array(await file.arrayBuffer()));
  return sendAs(owner, owner, [{ DeployContract: { code } }]);
}
