// What a repeated request costs with the two levels of the response cache, and with the one that is
// keyed by query alone: with an id that stays the same, and with one that changes each time.
// Without HTTP, in CPU time. `node .build/profiling/responseCache.js` after
// `tsc -p tsconfig.test.json`.

import { utf8ToBytes } from '../src/base/bytes/bytes.ts';
import { endpointOf } from '../src/rpc/core/endpoint.ts';
import { ResponseCache } from '../src/rpc/core/responseCache.ts';
import { RpcService } from '../src/rpc/service/rpcService.ts';
import { createGenesisContext, OWNER } from '../test/rpc/support/genesisContext.ts';

const REQUESTS = 20_000;
const ROUNDS = 5;
const ROOT = endpointOf('/');
const NEVER = { onBlock: () => () => {}, onRevert: () => () => {} };

const REQUESTS_BY_NAME = {
  gas_price: { method: 'gas_price', params: [null] },
  'query: view_account': {
    method: 'query',
    params: { request_type: 'view_account', account_id: OWNER, finality: 'optimistic' },
  },
  block: { method: 'block', params: { finality: 'final' } },
  EXPERIMENTAL_protocol_config: {
    method: 'EXPERIMENTAL_protocol_config',
    params: { finality: 'final' },
  },
};

class QueryCache extends ResponseCache {
  override answer() {
    return undefined;
  }
  override keepResponse() {}
}

async function measureMicroseconds(
  answers: ResponseCache,
  formatBody: (i: number) => string,
): Promise<number> {
  const service = new RpcService(createGenesisContext({}, { answers }));
  const bodies = Array.from({ length: REQUESTS }, (_, i) => utf8ToBytes(formatBody(i)));
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    for (const body of bodies) service.recall(ROOT, body) ?? (await service.handle(ROOT, body));
    const { user, system } = process.cpuUsage(before);
    rounds.push((user + system) / REQUESTS);
  }
  service.close();
  return Math.min(...rounds);
}

for (const [name, request] of Object.entries(REQUESTS_BY_NAME)) {
  for (const changes of [false, true]) {
    const formatBody = (i: number) =>
      JSON.stringify({ jsonrpc: '2.0', id: changes ? `${i}` : 'dontcare', ...request });
    const both = await measureMicroseconds(new ResponseCache(NEVER), formatBody);
    const one = await measureMicroseconds(new QueryCache(NEVER), formatBody);
    const what = `${name}, ${changes ? 'ids change' : 'same id'}`.padEnd(44);
    process.stdout.write(
      `${what} both levels ${both.toFixed(1)} µs, by query alone ${one.toFixed(1)} µs\n`,
    );
  }
}
