// A node whose responses are recorded as examples. Blocks are only produced on request, one second
// apart, and keys are derived from account names: two runs give the same bytes.

/** @param {string} path from the folder of compiled sources */
function load(path) {
  return import(new URL(`../../dist/${path}`, import.meta.url).href);
}

const { bytesToBase64 } = await load('base/bytes/bytes.js');
const { formatHash, parseHash } = await load('base/crypto/hash.js');
const { keyFromSeed } = await load('base/crypto/keys.js');
const { formatPlainJson, parseJson } = await load('base/json/plainJson.js');
const { NODE_VERSION } = await load('base/version.js');
const { startNode } = await load('node/startNode.js');
const { REGISTRY } = await load('rpc/service/registry.js');
const { plainNonce, signTransaction } = await load('types/signTransaction.js');

const OPTIONS = {
  host: '127.0.0.1',
  port: 0,
  mining: 'manual',
  shards: 1,
  accounts: 3,
  inMemory: true,
  durable: false,
  reset: false,
  controls: true,
  gasReport: false,
  logLevel: 'silent',
  home: '',
};

/**
 * @typedef {{ method: string, about: string, params: unknown, result?: unknown, error?: unknown,
 *   status?: number, rootResult?: unknown }} Example
 */

export class ExampleNode {
  /** @type {any} */
  #node;
  /** @type {Example[]} */
  #examples;
  /** @type {Map<string, bigint>} */
  #nonces = new Map();

  /**
   * @param {any} node
   * @param {Example[]} examples
   */
  constructor(node, examples) {
    this.#node = node;
    this.#examples = examples;
  }

  /**
   * @param {Example[]} examples what is recorded is added to these
   * @param {object} [options] that differ from the usual ones
   */
  static async start(examples, options = {}) {
    return new ExampleNode(await startNode({ ...OPTIONS, ...options }), examples);
  }

  stop() {
    return this.#node.stop();
  }

  /**
   * The result of a method, without recording it.
   *
   * @param {string} method
   * @param {unknown} [params]
   * @returns {Promise<any>}
   */
  async call(method, params = null) {
    const { response } = await this.#post(`/${method}`, method, params);
    if (response.error !== undefined) throw new Error(`${method}: ${formatPlainJson(response)}`);
    return response.result;
  }

  /**
   * Records a call: its result if it has one, otherwise its error.
   *
   * @param {string} method
   * @param {string} about what the example shows
   * @param {unknown} [params]
   * @param {Record<string, string>} [headers]
   * @returns {Promise<any>}
   */
  async record(method, about, params = null, headers = {}) {
    const { response, status } = await this.#post(`/${method}`, method, params, headers);
    const { result, error } = response;
    const outcome = error === undefined ? { result } : { error };
    this.#examples.push({
      method,
      about,
      params,
      ...outcome,
      ...(status !== 200 && { status }),
      ...(error === undefined && (await this.#readAtRoot(method, params, result))),
    });
    return result;
  }

  /**
   * The result at `POST /`, if the method has another form there.
   *
   * @param {string} method
   * @param {unknown} params
   * @param {unknown} result
   */
  async #readAtRoot(method, params, result) {
    if (REGISTRY.get(method)?.method.differsAtOwnPath !== true) return {};
    const { response } = await this.#post('/', method, params);
    const isSame = formatPlainJson(response.result) === formatPlainJson(result);
    return isSame || response.result === undefined ? {} : { rootResult: response.result };
  }

  /**
   * @param {string} path
   * @param {string} method
   * @param {unknown} params
   * @param {Record<string, string>} [headers]
   */
  async #post(path, method, params, headers = {}) {
    const answer = await fetch(`${this.#node.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: formatPlainJson({ jsonrpc: '2.0', id: 'dontcare', method, params }),
    });
    const text = this.#withoutMachine(await answer.text());
    return { status: answer.status, response: parseJson(text) };
  }

  /**
   * What depends on the machine and the commit is replaced.
   *
   * @param {string} text
   */
  #withoutMachine(text) {
    const { port } = new URL(this.#node.url);
    return text
      .replaceAll(`127.0.0.1:${port}`, '127.0.0.1:3030')
      .replaceAll(`"commit":"${NODE_VERSION.commit}"`, '"commit":"0123456789"')
      .replaceAll(`"${NODE_VERSION.rustcVersion}"`, '"node 24.0.0"');
  }

  /**
   * Produces blocks, one second apart.
   *
   * @param {number} [blocks]
   */
  async mine(blocks = 1) {
    for (let block = 0; block < blocks; block++) {
      await this.call('perigee_advance_time', { seconds: 1 });
      await this.call('perigee_mine');
    }
  }

  /**
   * A transaction, signed with the key that the account has from genesis on.
   *
   * @param {string} signerId
   * @param {string} receiverId
   * @param {object[]} actions
   */
  async sign(signerId, receiverId, actions) {
    const nonce = (this.#nonces.get(signerId) ?? 0n) + 1n;
    this.#nonces.set(signerId, nonce);
    const { header } = await this.call('block', { finality: 'optimistic' });
    const secret = keyFromSeed('ed25519', signerId);
    const blockHash = parseHash(header.hash);
    const parts = { signerId, receiverId, actions, blockHash, nonce: plainNonce(nonce) };
    const { bytes, hash } = signTransaction(secret, parts);
    return { signed: bytesToBase64(bytes), hash: formatHash(hash), signerId };
  }

  /**
   * Executes a transaction; returns its hash and its result.
   *
   * @param {string} signerId
   * @param {string} receiverId
   * @param {object[]} actions
   */
  async send(signerId, receiverId, actions) {
    const { signed, hash } = await this.sign(signerId, receiverId, actions);
    await this.call('send_tx', { signed_tx_base64: signed, wait_until: 'NONE' });
    await this.mine(4);
    const params = { tx_hash: hash, sender_account_id: signerId };
    return { ...params, result: await this.call('tx_status', params) };
  }
}
