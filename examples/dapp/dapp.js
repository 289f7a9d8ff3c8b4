// A dapp: shows what the counter has counted, and counts after a login with the node's wallet.
// `NODE_URL` comes from start.js.

import { NearConnector } from '@hot-labs/near-connect';

const CONTRACT = 'counter.test.near';
const manifest = `${NODE_URL}/wallet/manifest.json`;
const connector = new NearConnector({ network: 'testnet', manifest });
const element = (id) => document.getElementById(id);

async function showCount() {
  const params = { account_id: CONTRACT, method_name: 'get', args_base64: '', finality: 'final' };
  const request = { request_type: 'call_function', ...params };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'query', params: request });
  const headers = { 'content-type': 'application/json' };
  const { result } = await (await fetch(NODE_URL, { method: 'POST', headers, body })).json();
  element('count').textContent = String.fromCharCode(...result.result);
}

async function logIn() {
  const [account] = await (await connector.connect({ walletId: 'perigee' })).getAccounts();
  return `You are ${account.accountId}.`;
}

async function increment() {
  const call = { methodName: 'increment', args: {}, gas: '30000000000000', deposit: '0' };
  const actions = [{ type: 'FunctionCall', params: call }];
  const wallet = await connector.wallet();
  await wallet.signAndSendTransaction({ receiverId: CONTRACT, actions });
  await showCount();
  return 'Counted.';
}

for (const [id, act] of Object.entries({ login: logIn, increment })) {
  element(id).onclick = async () => {
    element('message').textContent = await act().catch((error) => error.message);
  };
}
await showCount();
