// The URL at which programs on this machine reach a server. A server that listens on every address
// needs another host: browsers may not connect to 0.0.0.0, and controls are refused there.

const EVERY_ADDRESS: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

export function formatNodeUrl(host: string, port: number): string {
  const address = EVERY_ADDRESS.get(host) ?? host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
