// The TCP sockets of this machine as Linux lists them in /proc/net/tcp and /proc/net/tcp6.

import { readFile } from 'node:fs/promises';
import { endianness } from 'node:os';
import { join } from 'node:path';

export interface TcpSocket {
  /** `127.0.0.1` or 32 hexadecimal digits; an IPv4 address inside IPv6 has the first form. */
  readonly localAddress: string;
  readonly localPort: number;
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly isListening: boolean;
  /** The user who opened it. */
  readonly userId: number;
  readonly inode: string;
}

const HEX = '([0-9A-F]+)';
const ROW = new RegExp(
  `^ *\\d+: ${HEX}:${HEX} ${HEX}:${HEX} ${HEX} \\S+ \\S+ \\S+ +(\\d+) +\\d+ (\\d+) `,
  'gm',
);
const LISTENING = '0A';
const MAPPED_IPV4 = /^0{20}ffff/;
const IPV6_LOOPBACK = `${'0'.repeat(31)}1`;

/**
 * Null if there is no such table; a table that cannot be read is an error, not a reason to trust.
 */
export async function readSocketTable(proc: string): Promise<TcpSocket[] | null> {
  const texts = await Promise.all(
    ['tcp', 'tcp6'].map((name) =>
      unlessAbsent(readFile(join(proc, 'net', name), 'utf8') as Promise<string | null>, null),
    ),
  );
  if (texts[0] === null) return null;
  return texts.flatMap((text) => [...(text ?? '').matchAll(ROW)].map(readRow));
}

/** Error codes for what does not exist, has ended, or is hidden from this user. */
const ABSENCES: ReadonlySet<unknown> = new Set(['ENOENT', 'ESRCH', 'EACCES', 'EPERM']);

/** Returns `absent` for what the system does not show; throws any other error. */
export async function unlessAbsent<T>(reading: Promise<T>, absent: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (ABSENCES.has((error as NodeJS.ErrnoException).code)) return absent;
    throw error;
  }
}

function readRow(row: RegExpExecArray): TcpSocket {
  const [, local = '', localPort = '', remote = '', remotePort = '', state, user, inode = ''] = row;
  return {
    localAddress: readAddress(local),
    localPort: Number.parseInt(localPort, 16),
    remoteAddress: readAddress(remote),
    remotePort: Number.parseInt(remotePort, 16),
    isListening: state === LISTENING,
    userId: Number(user),
    inode,
  };
}

/** Addresses are printed as 32-bit words in the byte order of the machine. */
function readAddress(text: string): string {
  const words = text.match(/.{8}/g) ?? [];
  const isLittle = endianness() === 'LE';
  const hex = words.map((word) => (isLittle ? reverseBytes(word) : word)).join('');
  return formatAddress(hex.toLowerCase());
}

function reverseBytes(word: string): string {
  return (word.match(/../g) ?? []).reverse().join('');
}

function formatAddress(hex: string): string {
  const ipv4 = hex.length === 8 ? hex : MAPPED_IPV4.test(hex) ? hex.slice(-8) : null;
  if (ipv4 === null) return hex;
  return (ipv4.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)).join('.');
}

/** Converts a loopback address from Node's format to that of the table. */
export function tableAddress(address: string): string {
  return address === '::1' ? IPV6_LOOPBACK : address.replace(/^::ffff:/, '');
}

/** Whether a listening socket with this address can be reached from other machines. */
export function isPublicListener({ isListening, localAddress }: TcpSocket): boolean {
  return isListening && localAddress !== IPV6_LOOPBACK && !localAddress.startsWith('127.');
}
