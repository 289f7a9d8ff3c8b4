// The light client of the tests itself, validated with responses of the reference node and with
// mainnet data.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import {
  type BlockProofJson,
  LightClient,
  type LightHeaderJson,
  type OutcomeProofJson,
  type ProducerJson,
  Unproven,
} from './lightClient.ts';
import { readText, repositoryPath } from './repository.ts';

const TOUR = 'test/recordings/data/tour';
const recorded: Record<string, unknown> = Object.fromEntries(
  gunzipSync(readFileSync(repositoryPath(`${TOUR}/rpc.jsonl.gz`)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ label, response }) => [label, response?.result]),
);

function answer<T>(label: string): T {
  const result = recorded[label];
  assert.ok(result !== undefined, `${label} was recorded`);
  return result as T;
}

function producersOf(epochId: string): ProducerJson[] {
  const line = readText(`${TOUR}/epochs.jsonl`)
    .split('\n')
    .find((text) => text.startsWith(`{"epoch_id":"${epochId}"`));
  return JSON.parse(line as string).validators.result.current_validators;
}

const blockProof = answer<BlockProofJson>('EXPERIMENTAL_light_client_block_proof ok');
const old = blockProof.block_header_lite;
const head = answer<BlockProofJson>('EXPERIMENTAL_light_client_block_proof same').block_header_lite;

describe('responses of the reference node', () => {
  it('a proof of a block', () => {
    const client = new LightClient(head, []);
    assert.equal(client.verifyBlock(blockProof), 'EadyPBvn5ExrhH8RxctTBeTz6Hi86XBmZUhqkLm12CCw');
    assert.throws(() => new LightClient(old, []).verifyBlock(blockProof), Unproven);
  });

  for (const kind of ['tx', 'receipt']) {
    it(`a proof of the outcome of a ${kind}`, () => {
      const proof = answer<OutcomeProofJson>(`light_client_proof ${kind}`);
      const client = new LightClient(head, []);
      assert.equal(client.verifyOutcome(proof).id, proof.outcome_proof.id);
      const outcome = { ...proof.outcome_proof.outcome, gas_burnt: 1 };
      const forged = { ...proof, outcome_proof: { ...proof.outcome_proof, outcome } };
      assert.throws(() => client.verifyOutcome(forged), Unproven);
    });
  }

  it('the next block', () => {
    const client = new LightClient(old, producersOf(old.inner_lite.epoch_id));
    client.learnNextProducers(producersOf(old.inner_lite.next_epoch_id));
    client.advance(answer('next_light_client_block object'));
    assert.equal(client.height, 238);
  });

  it('the next block over two epochs is not accepted', () => {
    const client = new LightClient(old, producersOf(old.inner_lite.epoch_id));
    assert.throws(() => client.advance(answer('next_light_client_block head')), Unproven);
  });
});

/** Block 478 of mainnet in 2020, and one outcome that it commits to. */
const MAINNET_HEADER: LightHeaderJson = {
  prev_block_hash: 'HX2u2p4XPLPMiBydcF9riFKoh6vqwsamzms25fyncQ1r',
  inner_rest_hash: '97zbp3ivM3bgN78ia1gGquqKtGyGtJWPr6z2uhav1EzQ',
  inner_lite: {
    height: 478,
    epoch_id: 'EcHTYYC85Du4Ec6Ge9wHSq2YovoYHjbrKbWjDXxtQv2V',
    next_epoch_id: 'ABcfZDpvJb2z14Kg5Xwt9ucwQYdtXguQhBZrRhQnX94A',
    prev_state_root: '4sLNs8wnMTciYDiz2cJFYHGCgE8UWSPiT2ejp4Pidtzt',
    outcome_root: '6erBQFcckMkm9r5UnyfzpDuhhDYnKeomcK94oPjRWZ7b',
    timestamp_nanosec: '1593378592795392000',
    next_bp_hash: 'FuHdRu2F7F1u79Xc1RnGkF24haAAEJRywbJznVuZpPVu',
    block_merkle_root: 'EjsmRcH8Xnk6nCRAGz6Mqf4zBQvALrVDuonvSi8BTmH5',
  },
};
const MAINNET_PROOF: OutcomeProofJson = {
  block_header_lite: MAINNET_HEADER,
  outcome_root_proof: [],
  outcome_proof: {
    id: 'CLWtv8qVCoJpTMTLYVkJmxL9YgNFtfViAZ1Tb61DnhQB',
    block_hash: '821YJSshC7kFcUQfst93ABh2KN3FSWG2jdouNYk9mtUW',
    proof: [],
    outcome: {
      logs: [],
      receipt_ids: ['8Si6FJg2KzUevnHb71DJtZgeEz8Yr2rDzpNHPmZvLEFQ'],
      gas_burnt: 3_633_100_297_168,
      tokens_burnt: '18165501485840000',
      executor_id: 'nearfuntoken',
      status: {
        SuccessValue:
          'WyIxIixbMTk2LDE5OSw3MywxMjcsMTkwLDI2LDEzNiwxMDQsNjUsMTYxLDE0OSwxNjUsMjE0LDM0LDIwNSw5Niw1LDYwLDE5LDExOF1d',
      },
    },
  },
  block_proof: [
    { direction: 'Left', hash: 'HX2u2p4XPLPMiBydcF9riFKoh6vqwsamzms25fyncQ1r' },
    { direction: 'Right', hash: '811Zje7UUQhRoYYsZCj4t71reETSBgQ7o6GYqCK4PSb6' },
    { direction: 'Left', hash: 'CQq9wqQ5bdAKjFM1AjAz8UFGmSZfQp5wxdLBTUsKUPkg' },
    { direction: 'Left', hash: '5JHR5e66KRasgGAveg9eK3iLvDuuTZ3A85jKtCndSPJV' },
    { direction: 'Left', hash: 'G2Y2Dw5zie84v4UF7XLvcXMGnUMCjzsh9YChYvPh1gn' },
    { direction: 'Right', hash: '7An3RU7j9paDzTpHtrXK8vy1cW41mYChrfVoGw88CKc7' },
    { direction: 'Left', hash: '4ahKTDTi7XHxP1huLnaa48hJxCzZLRQSgiACv8zjHAUv' },
    { direction: 'Left', hash: 'QNpRL2pUBjQ95QRcFdeDUMF2hAxRtHG2ZuihWB5NMCJ' },
    { direction: 'Left', hash: '3EcETmaAgoj8ZGQQs66MMUMcLnj459iaMYEssafrdQRG' },
  ],
};

it('an outcome of mainnet', () => {
  const block_merkle_root = '3MPAfhcDdADXGzvHyPHcaeN6xBZonbDQn1VXsBJHUJsL';
  const inner_lite = { ...MAINNET_HEADER.inner_lite, block_merkle_root };
  const client = new LightClient({ ...MAINNET_HEADER, inner_lite }, []);
  assert.equal(client.verifyOutcome(MAINNET_PROOF).id, MAINNET_PROOF.outcome_proof.id);
});
