// Inspects the process at the other end of a loopback connection on Linux. It counts as local if it
// runs as the same user as the node, or as root, and is not a proxy: a program known as one, or one
// that accepts connections from other machines. Other systems do not show it, and every process
// counts as local there.

import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { InspectPeer, Peer } from './localRequest.ts';
import {
  isPublicListener,
  readSocketTable,
  type TcpSocket,
  tableAddress,
  unlessAbsent,
} from './socketTable.ts';

interface InspectedSystem {
  /** The `/proc` folder. */
  readonly proc: string;
  /** The user id of this process; undefined on systems without them. */
  readonly userId: number | undefined;
  readonly processId: number;
}

const SYSTEM: InspectedSystem = {
  proc: '/proc',
  userId: process.getuid?.(),
  processId: process.pid,
};

const ROOT = 0;
/** Program names, which the system truncates to 15 characters. */
const PROXIES = new Set([
  ...['apache2', 'caddy', 'cloudflared', 'docker-proxy', 'envoy', 'frpc', 'h2o', 'haproxy'],
  ...['httpd', 'lighttpd', 'nginx', 'ngrok', 'pingora', 'socat', 'squid', 'ssh', 'stunnel'],
  ...['stunnel4', 'tailscaled', 'traefik', 'varnishd'],
]);
/** It authenticates its users, so `ssh -L` makes a caller local. */
const TUNNELS = /^sshd/;

const NOT_FOUND = 'the process that sent this one cannot be seen';
const OTHER_USER = 'this one was sent by a process of another user';
const PROXY = 'this one was sent by a process that takes connections itself, as a proxy does';

export function createPeerInspector(system: InspectedSystem = SYSTEM): InspectPeer {
  const processes = new Processes(system);
  // One at a time: a client with many requests must not make the node read all of this in parallel.
  let last: Promise<unknown> = Promise.resolve();
  return (peer) => {
    // On failure, for example without free descriptors, no process counts as local.
    const inspected = last.then(() => inspect(system, processes, peer)).catch(() => NOT_FOUND);
    last = inspected;
    return inspected;
  };
}

async function inspect(
  { proc, userId }: InspectedSystem,
  processes: Processes,
  peer: Peer,
): Promise<string | null> {
  if (userId === undefined) return null;
  const table = await readSocketTable(proc);
  if (table === null) return null;
  const socket = table.find((candidate) => isOtherEnd(candidate, peer));
  if (socket === undefined) return NOT_FOUND;
  if (socket.userId !== userId && socket.userId !== ROOT) return OTHER_USER;
  const found = await processes.findHolder(socket.inode);
  if (found.holder === null) return hasHiddenServer(table, socket, found.seen) ? PROXY : null;
  const { holder } = found;
  if (holder.isSelf || TUNNELS.test(holder.name)) return null;
  return PROXIES.has(holder.name) || isServer(table, holder.inodes) ? PROXY : null;
}

function isOtherEnd(socket: TcpSocket, peer: Peer): boolean {
  return (
    socket.localPort === peer.remotePort &&
    socket.remotePort === peer.localPort &&
    socket.localAddress === tableAddress(peer.remoteAddress ?? '') &&
    socket.remoteAddress === tableAddress(peer.localAddress ?? '')
  );
}

/** It is reachable from other machines, or has a connection that such a process accepted. */
function isServer(table: readonly TcpSocket[], inodes: ReadonlySet<string>): boolean {
  const ports = new Set(table.filter(isPublicListener).map(({ localPort }) => localPort));
  return table.some(({ inode, localPort }) => ports.has(localPort) && inodes.has(inode));
}

/**
 * A process in another container, or with hidden descriptors, may be a proxy if its user has a
 * socket that is reachable from other machines and belongs to no visible process.
 */
function hasHiddenServer(
  table: readonly TcpSocket[],
  { userId }: TcpSocket,
  seen: ReadonlySet<string>,
): boolean {
  return table.some(
    (socket) => isPublicListener(socket) && socket.userId === userId && !seen.has(socket.inode),
  );
}

interface Holder {
  readonly name: string;
  readonly isSelf: boolean;
  /** The inodes of all open sockets of a process. */
  readonly inodes: ReadonlySet<string>;
}

type Found =
  | { readonly holder: Holder }
  /** The sockets of all visible processes. */
  | { readonly holder: null; readonly seen: ReadonlySet<string> };

class Processes {
  readonly #system: InspectedSystem;
  /** The processes that held sockets last: programs that use controls do so repeatedly. */
  #last = '';

  constructor(system: InspectedSystem) {
    this.#system = system;
  }

  async findHolder(inode: string): Promise<Found> {
    const seen = new Set<string>();
    for (const id of await this.#list()) {
      const inodes = await this.#readSockets(id);
      if (inodes.has(inode)) {
        this.#last = id;
        const isSelf = id === `${this.#system.processId}`;
        return { holder: { inodes, isSelf, name: await this.#readName(id) } };
      }
      for (const other of inodes) seen.add(other);
    }
    return { holder: null, seen };
  }

  /** Newest first, because it may be a command that was just run; the node itself last. */
  async #list(): Promise<string[]> {
    const { proc, processId } = this.#system;
    const ids = (await readdir(proc)).filter((name) => /^\d+$/.test(name));
    const rank = (id: string) => {
      if (id === this.#last) return Number.POSITIVE_INFINITY;
      return id === `${processId}` ? -1 : Number(id);
    };
    return ids.sort((a, b) => rank(b) - rank(a));
  }

  /** Empty for a process that has ended, or that this one may not inspect. */
  async #readSockets(id: string): Promise<Set<string>> {
    const folder = join(this.#system.proc, id, 'fd');
    const names = await unlessAbsent(readdir(folder), []);
    const targets = await Promise.all(
      names.map((name) => unlessAbsent(readlink(join(folder, name)), '')),
    );
    const inodes = targets.map((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1]);
    return new Set(inodes.filter((inode) => inode !== undefined));
  }

  async #readName(id: string): Promise<string> {
    const path = join(this.#system.proc, id, 'comm');
    return (await unlessAbsent(readFile(path, 'utf8'), '')).trim();
  }
}
