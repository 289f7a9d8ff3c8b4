// The home folder of a node: which files are created, that existing files are never changed, and
// that any fault is reported in one sentence that names the file.

import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  formatPublicKey,
  formatSecretKey,
  keyFromSeed,
  secretToPublic,
} from '../../src/base/crypto/keys.ts';
import {
  fundedAccounts,
  HomeError,
  localAccountKey,
  type NewHome,
  openHome,
  readHome,
  resetHome,
} from '../../src/home/homeFolder.ts';
import { shardIds } from '../../src/types/shardLayout.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const FRESH: NewHome = {
  shards: 1,
  accounts: 3,
  rpcAddress: '127.0.0.1:3030',
  genesisTime: '2026-11-15T12:00:00Z',
};
const FILES = ['config.json', 'genesis.json', 'node_key.json', 'validator_key.json'];

const NOBODY = 65_534;

/** Root may write everywhere, so it temporarily becomes another user. */
function withoutPrivileges(run: () => void): void {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    run();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

function readJson(folder: string, name: string) {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}

describe('a new home', () => {
  const folder = join(createTemporaryFolder(), 'not', 'yet', 'there');
  const home = openHome(folder, FRESH);

  it('has the files of the reference, for the owner only', () => {
    assert.deepEqual(readdirSync(folder).sort(), FILES);
    for (const name of FILES) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name);
  });

  it('has keys that are derived from names', () => {
    const secret = keyFromSeed('ed25519', 'test.near');
    assert.deepEqual(readJson(folder, 'validator_key.json'), {
      account_id: 'test.near',
      public_key: formatPublicKey(secretToPublic(secret)),
      secret_key: formatSecretKey(secret),
    });
    assert.deepEqual(home.validatorKey, { accountId: 'test.near', secretKey: secret });
    assert.notDeepEqual(home.nodeKey.secretKey, secret);
  });

  it('has funded accounts whose keys are derived from their names', () => {
    const accounts = fundedAccounts(home.genesis);
    assert.deepEqual(
      accounts.map(({ accountId }) => accountId),
      ['alice.test.near', 'bob.test.near', 'carol.test.near'],
    );
    for (const { accountId, secretKey } of accounts) {
      assert.deepEqual(secretKey, localAccountKey(accountId));
    }
  });

  it('keeps integers that JavaScript numbers cannot hold exactly', () => {
    const gasLimit = 2n ** 53n + 1n;
    const { genesis } = openHome(createTemporaryFolder(), { ...FRESH, genesis: { gasLimit } });
    assert.equal(genesis.config.gasLimit, gasLimit);
  });

  it('has a configuration with the given address', () => {
    assert.equal(readJson(folder, 'config.json').rpc.addr, '127.0.0.1:3030');
  });

  it('has the requested genesis', () => {
    const other = openHome(createTemporaryFolder(), { ...FRESH, shards: 4, accounts: 0 });
    assert.equal(shardIds(other.genesis.config.shardLayout).length, 4);
    assert.deepEqual(fundedAccounts(other.genesis), []);
    assert.equal(other.genesis.config.genesisTime, FRESH.genesisTime);
  });
});

describe('an existing home', () => {
  it('stays unchanged, whatever is requested', () => {
    const folder = createTemporaryFolder();
    const home = openHome(folder, FRESH);
    const before = FILES.map((name) => readFileSync(join(folder, name), 'utf8'));
    const again = openHome(folder, { ...FRESH, shards: 4, accounts: 9, rpcAddress: '0.0.0.0:1' });
    assert.deepEqual(again, home);
    assert.deepEqual(readHome(folder), home);
    const after = FILES.map((name) => readFileSync(join(folder, name), 'utf8'));
    assert.deepEqual(after, before);
  });

  it('gets missing files again', () => {
    const folder = createTemporaryFolder();
    openHome(folder, FRESH);
    rmSync(join(folder, 'node_key.json'));
    openHome(folder, FRESH);
    assert.ok(existsSync(join(folder, 'node_key.json')));
  });

  it('is reset: the chain and its genesis are removed, keys and configuration stay', () => {
    const folder = createTemporaryFolder();
    const { storePath } = openHome(folder, FRESH);
    mkdirSync(storePath);
    writeFileSync(join(storePath, 'rows'), 'x');
    resetHome(folder);
    assert.deepEqual(readdirSync(folder).sort(), [
      'config.json',
      'node_key.json',
      'validator_key.json',
    ]);
    resetHome(folder);
    const { genesis } = openHome(folder, { ...FRESH, accounts: 1 });
    assert.equal(fundedAccounts(genesis).length, 1);
  });

  it('can have a validator of another name', () => {
    const root = { accountId: 'root.near', seed: 'secret words' };
    const home = openHome(createTemporaryFolder(), { ...FRESH, root });
    assert.deepEqual(home.validatorKey.accountId, 'root.near');
    assert.deepEqual(home.validatorKey.secretKey, keyFromSeed('ed25519', 'secret words'));
    assert.equal(home.genesis.config.validators[0]?.accountId, 'root.near');
  });
});

describe('a broken home is explained in one sentence', () => {
  const BROKEN: readonly [what: string, file: string, content: string, reason: RegExp][] = [
    ['no JSON', 'genesis.json', '{"chain_id": ', /EOF while parsing/],
    ['an empty file', 'config.json', '', /EOF while parsing/],
    ['other JSON', 'genesis.json', '{}', /missing field `/],
    ['a list', 'genesis.json', '[]', /invalid type: sequence/],
    ['a bad setting', 'config.json', '{"gc_blocks_limit":"many"}', /invalid type: string "many"/],
    ['no key', 'validator_key.json', '{}', /missing field `account_id`/],
    ['null', 'node_key.json', 'null', /invalid type: null/],
    [
      'a broken key',
      'validator_key.json',
      '{"account_id":"test.near","public_key":"","secret_key":"ed25519:abc"}',
      /secret key|length|base58/i,
    ],
  ];

  function expectSentence(folder: string, parts: readonly (string | RegExp)[]): void {
    assert.throws(
      () => openHome(folder, FRESH),
      (error) => {
        assert.ok(error instanceof HomeError, String(error));
        for (const part of parts) {
          if (typeof part === 'string') assert.ok(error.message.includes(part), error.message);
          else assert.match(error.message, part);
        }
        assert.doesNotMatch(error.message, /\n|undefined|TypeError|Cannot read properties/);
        return true;
      },
    );
  }

  for (const [what, file, content, reason] of BROKEN) {
    it(`${file}: ${what}`, () => {
      const folder = createTemporaryFolder();
      openHome(folder, FRESH);
      writeFileSync(join(folder, file), content);
      expectSentence(folder, [join(folder, file), reason]);
    });
  }

  it('a file where the folder should be', () => {
    const path = join(createTemporaryFolder(), 'home');
    writeFileSync(path, '');
    expectSentence(path, [path]);
  });

  it('a folder where a file should be', () => {
    const folder = createTemporaryFolder();
    mkdirSync(join(folder, 'genesis.json'));
    expectSentence(folder, [join(folder, 'genesis.json')]);
  });

  it('a required folder that does not exist', () => {
    const folder = join(createTemporaryFolder(), 'nowhere');
    assert.throws(() => readHome(folder), HomeError);
    assert.ok(!existsSync(folder));
  });

  it('a folder that cannot be written', () => {
    const folder = createTemporaryFolder();
    chmodSync(folder, 0o555);
    withoutPrivileges(() => expectSentence(folder, [folder]));
  });
});

describe('the protocol of a home', () => {
  const version = (home: string) => readJson(home, 'genesis.json').protocol_version;

  it('is the newest release unless something else is chosen', () => {
    const table: readonly [NewHome['protocol'], number, string | undefined][] = [
      [undefined, 88, undefined],
      [{ protocol: 84 }, 84, undefined],
      [{ dialect: 'cd297313f2' }, 87, 'cd297313f2'],
      [{ dialect: 'cd297313f2', protocol: 85 }, 85, 'cd297313f2'],
      [{ protocol: 157, nightly: true }, 157, undefined],
    ];
    for (const [protocol, expected, dialect] of table) {
      const home = createTemporaryFolder();
      openHome(home, { ...FRESH, ...(protocol && { protocol }) });
      assert.equal(version(home), expected, JSON.stringify(protocol));
      assert.equal(readHome(home).dialect, dialect, JSON.stringify(protocol));
    }
  });

  it('cannot be unknown, or unreleased without being asked for', () => {
    const table: readonly [NonNullable<NewHome['protocol']>, RegExp][] = [
      [{ protocol: 83 }, /protocol version 83 is not known; .* 84 to 88, and as nightly 129, /],
      [{ protocol: 88, dialect: 'cd297313f2' }, /version 88 is not known; .* 84 to 87 of dialect/],
      [{ protocol: 157 }, /protocol version 157 is not released; --nightly allows it/],
    ];
    for (const [protocol, message] of table) {
      const home = createTemporaryFolder();
      assert.throws(() => openHome(home, { ...FRESH, protocol }), { code: 'home', message });
      assert.ok(!existsSync(join(home, 'genesis.json')), JSON.stringify(protocol));
    }
  });

  it('of an existing chain must agree with what is asked for', () => {
    const home = createTemporaryFolder();
    const first = { protocol: 84, dialect: 'cd297313f2' } as const;
    openHome(home, { ...FRESH, protocol: first });
    for (const protocol of [{}, first, { protocol: 84 }, { dialect: 'cd297313f2' } as const]) {
      assert.equal(openHome(home, { ...FRESH, protocol }).dialect, 'cd297313f2');
    }
    const table: readonly [NonNullable<NewHome['protocol']>, RegExp][] = [
      [{ protocol: 85 }, /began with protocol version 84, not 85; .*perigee_set_protocol/],
      [{ dialect: 'release' }, /has the dialect cd297313f2, not release/],
    ];
    for (const [protocol, message] of table) {
      assert.throws(() => openHome(home, { ...FRESH, protocol }), { code: 'home', message });
    }
    resetHome(home);
    assert.equal(openHome(home, FRESH).dialect, undefined);
    assert.equal(version(home), 88);
  });
});
