// Host functions that verify signatures and recover keys. A malformed length is an error of the
// call; everything else that is wrong with a signature or a key gives the result 0.

import { PUBLIC_KEY_LENGTHS, SIGNATURE_LENGTHS, verify } from '../../base/crypto/keys.ts';
import { isP256SignatureInRange, recoverSecp256k1, verifyP256 } from '../crypto/ecdsa.ts';
import { ext } from '../gasCounter.ts';
import { HostError } from '../hostError.ts';
import { type HostFunctions, hostFunction, i64, onlyWith } from './hostFunction.ts';

const HASH_BYTES = 32;
const ECDSA_SIGNATURE_BYTES = 64;
const P256_KEY_BYTES = 33;
/** The top bits of s, which are zero in every valid ed25519 signature. */
const ED25519_HIGH_BITS = 0xe0;

const VALID = 1n;
const INVALID = 0n;

export const signatureFunctions: HostFunctions = {
  ecrecover: hostFunction(
    [i64, i64, i64, i64, i64, i64, i64],
    [i64],
    (host, hashLength, hashPtr, signatureLength, signaturePtr, v, malleabilityFlag, registerId) => {
      host.gas.pay(ext.ecrecover_base);
      const signature = host.readBytes(signatureLength, signaturePtr);
      if (signature.length !== ECDSA_SIGNATURE_BYTES) {
        throw recoverError(tooLong('signature', signature.length, ECDSA_SIGNATURE_BYTES));
      }
      if (v > 3n) {
        throw recoverError(`V recovery byte 0 through 3 are valid but was provided ${v}`);
      }
      const hash = host.readBytes(hashLength, hashPtr);
      if (hash.length !== HASH_BYTES) throw recoverError(tooLong('hash', hash.length, HASH_BYTES));
      if (malleabilityFlag > 1n) {
        throw recoverError(
          `Malleability flag needs to be 0 or 1, but is instead ${malleabilityFlag}`,
        );
      }
      const refuseHighS = malleabilityFlag === 1n;
      const key = recoverSecp256k1({ hash, signature, recoveryId: Number(v), refuseHighS });
      if (key === null) return INVALID;
      host.registers.write(registerId, key);
      return VALID;
    },
  ),

  ed25519_verify: hostFunction(
    [i64, i64, i64, i64, i64, i64],
    [i64],
    (host, signatureLength, signaturePtr, messageLength, messagePtr, keyLength, keyPtr) => {
      host.gas.pay(ext.ed25519_verify_base);
      const signature = host.readBytes(signatureLength, signaturePtr);
      if (signature.length !== SIGNATURE_LENGTHS.ed25519) {
        throw HostError.of('Ed25519VerifyInvalidInput', { msg: 'invalid signature length' });
      }
      // Returns without a charge for the message and the key.
      if (((signature.at(-1) as number) & ED25519_HIGH_BITS) !== 0) return INVALID;
      const message = host.readBytes(messageLength, messagePtr);
      host.gas.payPer(ext.ed25519_verify_byte, message.length);
      const key = host.readBytes(keyLength, keyPtr);
      if (key.length !== PUBLIC_KEY_LENGTHS.ed25519) {
        throw HostError.of('Ed25519VerifyInvalidInput', { msg: 'invalid public key length' });
      }
      const type = 'ed25519';
      const isValid = verify({ type, data: key }, message, { type, data: signature });
      return isValid ? VALID : INVALID;
    },
  ),

  p256_verify: onlyWith(
    'p256VerifyHostFn',
    hostFunction(
      [i64, i64, i64, i64, i64, i64],
      [i64],
      (host, signatureLength, signaturePtr, messageLength, messagePtr, keyLength, keyPtr) => {
        host.gas.pay(ext.p256_verify_base);
        const signature = host.readBytes(signatureLength, signaturePtr);
        if (signature.length !== ECDSA_SIGNATURE_BYTES) {
          throw HostError.of('P256VerifyInvalidInput', { msg: 'invalid signature length' });
        }
        if (!isP256SignatureInRange(signature)) return INVALID;
        const message = host.readBytes(messageLength, messagePtr);
        host.gas.payPer(ext.p256_verify_byte, message.length);
        const key = host.readBytes(keyLength, keyPtr);
        if (key.length !== P256_KEY_BYTES) {
          throw HostError.of('P256VerifyInvalidInput', { msg: 'invalid public key length' });
        }
        return verifyP256(signature, message, key) ? VALID : INVALID;
      },
    ),
  ),

  ml_dsa_verify: onlyWith(
    'mlDsaVerifyHostFn',
    hostFunction(
      [i64, i64, i64, i64, i64, i64],
      [i64],
      (host, signatureLength, signaturePtr, messageLength, messagePtr, keyLength, keyPtr) => {
        host.gas.pay(ext.ml_dsa_verify_base);
        const type = 'ml-dsa-65';
        const signature = host.readBytes(signatureLength, signaturePtr);
        if (signature.length !== SIGNATURE_LENGTHS[type]) {
          throw mlDsaError('signature', signature.length, SIGNATURE_LENGTHS[type]);
        }
        const message = host.readBytes(messageLength, messagePtr);
        host.gas.payPer(ext.ml_dsa_verify_byte, message.length);
        const key = host.readBytes(keyLength, keyPtr);
        if (key.length !== PUBLIC_KEY_LENGTHS[type]) {
          throw mlDsaError('key', key.length, PUBLIC_KEY_LENGTHS[type]);
        }
        const isValid = verify({ type, data: key }, message, { type, data: signature });
        return isValid ? VALID : INVALID;
      },
    ),
  ),
};

function tooLong(what: string, length: number, limit: number): string {
  return `The length of the ${what}: ${length}, exceeds the limit of ${limit} bytes`;
}

function recoverError(msg: string): HostError {
  return HostError.of('ECRecoverError', { msg });
}

function mlDsaError(what: string, length: number, expected: number): HostError {
  const lengths = `expected the input of ${expected} bytes, but ${length} was given`;
  return HostError.of('MlDsaVerifyInvalidInput', { msg: `invalid ${what} length: ${lengths}` });
}
