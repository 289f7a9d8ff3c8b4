// How a cluster is named, and which names are invalid.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { PerigeeError } from '../../src/base/errors.ts';
import { parseCassandraAddress } from '../../src/cluster/cassandra.ts';

test('hosts, port, keyspace and options', () => {
  assert.deepEqual(parseCassandraAddress('cassandra://one/chain'), {
    hosts: ['one'],
    port: 9042,
    keyspace: 'chain',
    dataCenter: 'datacenter1',
    replication: 1,
    leaseSeconds: 10,
    credentials: null,
  });
  const full = 'cassandra://me:p%40ss@a.b,10.0.0.2,c:9142/Main?dc=dc-1&replication=2&lease=30';
  assert.deepEqual(parseCassandraAddress(full), {
    hosts: ['a.b', '10.0.0.2', 'c'],
    port: 9142,
    keyspace: 'main',
    dataCenter: 'dc-1',
    replication: 2,
    leaseSeconds: 30,
    credentials: { username: 'me', password: 'p@ss' },
  });
  assert.equal(parseCassandraAddress('cassandra://a,b,c,d/x').replication, 3);
});

const WRONG = [
  '',
  'one/chain',
  'cassandra://one',
  'cassandra:///chain',
  'cassandra://one/two words',
  'cassandra://,/chain',
  "cassandra://one/chain?dc=x'y",
  'cassandra://one/chain?replication=0',
  'cassandra://one/chain?replication=ten',
  'cassandra://one/chain?lease=0',
  'http://one/chain',
  'cassandra://one:0/chain',
  'cassandra://one:65536/chain',
  'cassandra://%zz:secret@one/chain',
  'cassandra://me:secret%zz@one/chain',
  'cassandra://me:secret@one/',
  'cassandra://me:sec@ret/secret@one/chain',
  'cassandra://me:secret@one/chain?lease=0',
];

test('anything else is refused, and no password is shown', () => {
  for (const text of WRONG) {
    assert.throws(
      () => parseCassandraAddress(text),
      (error) => {
        assert.ok(error instanceof PerigeeError && error.code === 'cluster_address', text);
        assert.match(error.message, /cassandra:\/\/\[USER:PASSWORD@\]HOST/);
        return !inspect(error).includes('secret');
      },
      text,
    );
  }
  assert.equal(parseCassandraAddress('cassandra://one:65535/chain').port, 65_535);
});
