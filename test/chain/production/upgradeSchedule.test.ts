// Goal: votes are those of the reference. Method: tables of schedules, times and versions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseGenesisTime } from '../../../src/base/time.ts';
import {
  createUpgradeSchedule,
  voteBySchedule,
} from '../../../src/chain/production/upgradeSchedule.ts';
import type { Dialect } from '../../../src/params/dialect.ts';

interface Case {
  readonly chainId?: string;
  readonly dialect?: Dialect;
  readonly nightly?: boolean;
  readonly override?: string;
  readonly time?: string;
  /** The version of the next epoch, and the vote. */
  readonly votes: readonly (readonly [next: number, vote: number])[];
}

const CASES: readonly Case[] = [
  {
    votes: [
      [84, 88],
      [87, 88],
      [88, 88],
    ],
  },
  {
    dialect: 'cd297313f2',
    votes: [
      [84, 87],
      [87, 87],
    ],
  },
  {
    nightly: true,
    votes: [
      [84, 157],
      [88, 157],
      [157, 157],
    ],
  },
  { override: 'now', chainId: 'mainnet', time: '2026-01-01', votes: [[84, 88]] },
  {
    override: 'SEQUENTIAL',
    votes: [
      [84, 85],
      [85, 86],
      [86, 87],
      [87, 88],
      [88, 88],
    ],
  },
  {
    override: 'sequential',
    dialect: 'cd297313f2',
    votes: [
      [84, 85],
      [86, 87],
      [87, 87],
    ],
  },
  {
    chainId: 'mainnet',
    time: '2026-11-03',
    votes: [
      [86, 86],
      [87, 87],
    ],
  },
  {
    chainId: 'mainnet',
    time: '2026-11-04',
    votes: [
      [86, 87],
      [87, 87],
      [88, 88],
    ],
  },
  {
    chainId: 'mainnet',
    time: '2026-11-06',
    votes: [
      [86, 87],
      [87, 88],
    ],
  },
  {
    chainId: 'testnet',
    time: '2026-10-20',
    votes: [
      [86, 87],
      [87, 87],
    ],
  },
  { chainId: 'testnet', time: '2026-10-21', votes: [[87, 88]] },
  { chainId: 'testnet', dialect: 'cd297313f2', time: '2026-01-01', votes: [[84, 87]] },
  {
    override: '2026-05-01 00:00:00=87,2026-06-01 00:00:00=88',
    time: '2026-05-02',
    votes: [
      [84, 87],
      [86, 87],
      [87, 87],
    ],
  },
];

test('a node votes as the reference does', () => {
  for (const one of CASES) {
    const { chainId = 'localnet', dialect = 'release', nightly = false, votes } = one;
    const schedule = createUpgradeSchedule({ chainId, dialect, nightly }, one.override);
    const now = parseGenesisTime(`${one.time ?? '2026-11-15'}T00:00:00Z`);
    for (const [next, vote] of votes) {
      assert.equal(voteBySchedule(schedule, next, now), vote, JSON.stringify([one, next]));
    }
  }
});

test('an environment that makes no sense is refused with what is wrong', () => {
  const table: readonly [text: string, message: RegExp][] = [
    ['', /must be now, sequential, or steps such as 2026-11-15 12:00:00=88 .* not ''$/],
    ['later', /not 'later'/],
    ['2026-13-01 00:00:00=88', /must be/],
    ['2026-11-15=88', /must be/],
    ['2026-11-15 12:00:00=88,', /not ''$/],
    ['2026-11-15 12:00:00=87', /ends with version 87, not with 88/],
    ['2026-11-15 12:00:00=86,2026-11-16 12:00:00=88', /from version 86 to 88, not up by one/],
    ['2026-11-15 12:00:00=87,2026-11-15 12:00:00=88', /dates that are not in order/],
  ];
  const chain = { chainId: 'localnet', dialect: 'release', nightly: false } as const;
  for (const [text, message] of table) {
    const create = () => createUpgradeSchedule(chain, text);
    assert.throws(create, { code: 'upgrade_schedule', message }, text);
  }
});
