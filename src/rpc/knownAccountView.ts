// An account whose keys everybody may know: one of a chain for development.

import type { TypeOf } from '../codec/codec.ts';
import { string } from '../codec/primitives.ts';
import { view } from '../codec/struct.ts';
import { accountId } from '../types/accountId.ts';
import { publicKey } from '../types/primitives.ts';

export const KnownAccountView = view({ accountId, publicKey, secretKey: string });
export type KnownAccountView = TypeOf<typeof KnownAccountView>;
