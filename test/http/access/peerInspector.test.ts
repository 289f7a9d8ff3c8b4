// Which processes at the other end of a loopback connection count as local: on a simulated system,
// and with real processes on this one.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Peer } from '../../../src/http/access/localRequest.ts';
import { createPeerInspector } from '../../../src/http/access/peerInspector.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';

const OWN_USER = 1000;
const OWN_PROCESS = 50;
const PEER: Peer = {
  remoteAddress: '127.0.0.1',
  remotePort: 40_000,
  localAddress: '127.0.0.1',
  localPort: 3030,
};
const PEER_INODE = 700;

interface FakeSocket {
  readonly local: string;
  readonly remote?: string;
  readonly isListening?: boolean;
  readonly user?: number;
  readonly inode: number;
}

interface FakeProcess {
  readonly name: string;
  readonly inodes: readonly number[];
}

function formatWord(bytes: readonly number[]): string {
  const ordered = endianness() === 'LE' ? [...bytes].reverse() : bytes;
  return Buffer.from(ordered).toString('hex').toUpperCase();
}

/** An address and port as the system prints them. */
function formatEnd(text: string): string {
  const at = text.lastIndexOf(':');
  const port = Number(text.slice(at + 1))
    .toString(16)
    .toUpperCase()
    .padStart(4, '0');
  const address = text.slice(0, at);
  if (address === '::1') return `${'0'.repeat(24)}${formatWord([0, 0, 0, 1])}:${port}`;
  const isMapped = address.startsWith('::ffff:');
  const word = formatWord(address.replace('::ffff:', '').split('.').map(Number));
  return `${isMapped ? `${'0'.repeat(16)}${formatWord([0, 0, 255, 255])}` : ''}${word}:${port}`;
}

function formatTable(sockets: readonly FakeSocket[]): string {
  const rows = sockets.map(({ local, remote = '0.0.0.0:0', isListening, user, inode }, at) => {
    const ends = `${formatEnd(local)} ${formatEnd(remote)} ${isListening === true ? '0A' : '01'}`;
    const rest = '00000000:00000000 00:00000000 00000000';
    return `   ${at}: ${ends} ${rest}  ${user ?? OWN_USER}        0 ${inode} 1 0000 20 4 12 18 -1`;
  });
  return ['  sl  local_address rem_address   st tx_queue', ...rows, ''].join('\n');
}

interface FakeSystem {
  readonly tcp?: readonly FakeSocket[];
  readonly tcp6?: readonly FakeSocket[];
  readonly processes?: Readonly<Record<number, FakeProcess>>;
}

function createSystem({ tcp = [], tcp6 = [], processes = {} }: FakeSystem) {
  const proc = createTemporaryFolder();
  mkdirSync(join(proc, 'net'));
  writeFileSync(join(proc, 'net', 'tcp'), formatTable(tcp));
  writeFileSync(join(proc, 'net', 'tcp6'), formatTable(tcp6));
  for (const [id, { name, inodes }] of Object.entries(processes)) {
    const folder = join(proc, id, 'fd');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(proc, id, 'comm'), `${name}\n`);
    symlinkSync('/dev/null', join(folder, '0'));
    for (const inode of inodes) symlinkSync(`socket:[${inode}]`, join(folder, `${inode}`));
  }
  return createPeerInspector({ proc, userId: OWN_USER, processId: OWN_PROCESS });
}

const CLIENT = { local: '127.0.0.1:40000', remote: '127.0.0.1:3030', inode: PEER_INODE };
const SERVER = { local: '127.0.0.1:3030', remote: '127.0.0.1:40000', inode: 701 };
const PUBLIC = { local: '0.0.0.0:80', isListening: true, inode: 702 };
const LOOPBACK = { local: '127.0.0.1:80', isListening: true, inode: 703 };
const ACCEPTED = { local: '192.168.1.2:80', remote: '203.0.113.9:5000', inode: 704 };

const OTHER_USER = /another user/;
const PROXY = /as a proxy does/;
const UNSEEN = /cannot be seen/;

const SYSTEMS: readonly [what: string, system: FakeSystem, expected: RegExp | null][] = [
  ['a program', { tcp: [CLIENT, SERVER], processes: { 7: { name: 'curl', inodes: [700] } } }, null],
  ['of another user', { tcp: [{ ...CLIENT, user: 33 }] }, OTHER_USER],
  ['a closed connection', { tcp: [SERVER] }, UNSEEN],
  [
    'the node itself',
    { tcp: [CLIENT, PUBLIC], processes: { 50: { name: 'node', inodes: [700, 702] } } },
    null,
  ],
  [
    'a public server',
    { tcp: [CLIENT, PUBLIC], processes: { 7: { name: 'proxy', inodes: [700, 702] } } },
    PROXY,
  ],
  [
    'a server on loopback',
    { tcp: [CLIENT, LOOPBACK], processes: { 7: { name: 'node', inodes: [700, 703] } } },
    null,
  ],
  [
    'a child of a public server',
    {
      tcp: [CLIENT, PUBLIC, ACCEPTED],
      processes: {
        7: { name: 'relay', inodes: [702] },
        8: { name: 'relay', inodes: [700, 704] },
      },
    },
    PROXY,
  ],
  [
    'a known proxy on loopback',
    { tcp: [CLIENT, LOOPBACK], processes: { 7: { name: 'nginx', inodes: [700, 703] } } },
    PROXY,
  ],
  [
    'an SSH tunnel',
    {
      tcp: [CLIENT, PUBLIC, ACCEPTED],
      processes: {
        7: { name: 'sshd', inodes: [702] },
        8: { name: 'sshd-session', inodes: [700, 704] },
      },
    },
    null,
  ],
  ['a hidden process', { tcp: [CLIENT], processes: { 7: { name: 'node', inodes: [] } } }, null],
  ['a hidden process next to a hidden server', { tcp: [CLIENT, PUBLIC] }, PROXY],
  [
    'a hidden process next to a visible server',
    { tcp: [CLIENT, PUBLIC], processes: { 7: { name: 'vite', inodes: [702] } } },
    null,
  ],
  ['a hidden process of root', { tcp: [{ ...CLIENT, user: 0 }, PUBLIC] }, null],
  [
    'a hidden process next to a server of root',
    {
      tcp: [
        { ...CLIENT, user: 0 },
        { ...PUBLIC, user: 0 },
      ],
    },
    PROXY,
  ],
  [
    'an IPv4 connection of an IPv6 socket',
    {
      tcp6: [
        { ...CLIENT, local: '::ffff:127.0.0.1:40000', remote: '::ffff:127.0.0.1:3030', user: 33 },
      ],
    },
    OTHER_USER,
  ],
];

test('a process counts as local by its user and by what else it does', async () => {
  for (const [what, system, expected] of SYSTEMS) {
    const found = await createSystem(system)(PEER);
    if (expected === null) assert.equal(found, null, what);
    else assert.match(found ?? 'null', expected, what);
  }
});

test('IPv6, and addresses that a server on both protocols sees', async () => {
  const six = { ...PEER, remoteAddress: '::1', localAddress: '::1' };
  const tcp6 = [{ ...CLIENT, local: '::1:40000', remote: '::1:3030', user: 33 }];
  assert.match((await createSystem({ tcp6 })(six)) ?? '', OTHER_USER);
  const mapped = { ...PEER, remoteAddress: '::ffff:127.0.0.1', localAddress: '::ffff:127.0.0.1' };
  assert.match((await createSystem({ tcp: [{ ...CLIENT, user: 33 }] })(mapped)) ?? '', OTHER_USER);
});

test('a system that shows nothing gives no verdict, one that fails trusts no process', async () => {
  const proc = createTemporaryFolder();
  const other = { proc, userId: OWN_USER, processId: OWN_PROCESS };
  assert.equal(await createPeerInspector(other)(PEER), null);
  assert.equal(await createPeerInspector({ ...other, userId: undefined })(PEER), null);
  mkdirSync(join(proc, 'net', 'tcp'), { recursive: true });
  assert.match((await createPeerInspector(other)(PEER)) ?? '', UNSEEN);
});

/** Connects to a port and forwards its input; with `listens`, also acts as a server. */
const CONNECT = `
  const net = require('node:net');
  const [port, listens] = process.argv.slice(1);
  const connect = () => net.connect(Number(port), '127.0.0.1').on('close', () => process.exit());
  if (listens === 'true') net.createServer().listen(0, '0.0.0.0', connect); else connect();
`;

test('real processes: a plain client, and one that listens on the network', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const inspectPeer = createPeerInspector();
  try {
    for (const listens of [false, true]) {
      const child = spawn(process.execPath, ['-e', CONNECT, `${port}`, `${listens}`]);
      const [socket] = (await once(server, 'connection')) as [Socket];
      const found = await inspectPeer(socket);
      socket.destroy();
      await once(child, 'exit');
      if (listens && process.platform === 'linux') assert.match(found ?? 'null', PROXY);
      else assert.equal(found, null);
    }
  } finally {
    server.close();
  }
});
