// An indexer as its users write it: reads blocks with near-lake-framework, unchanged, prints what
// it saw and ends. The library never stops polling, hence the separate process. Arguments: the port
// of the object store, the bucket, the number of blocks.

import { stream } from 'near-lake-framework';

const [port, bucket, count] = process.argv.slice(2);
const seen: object[] = [];
const blocks = stream({
  s3BucketName: bucket as string,
  s3RegionName: 'eu-central-1',
  s3Endpoint: { protocol: 'http:', hostname: '127.0.0.1', port: Number(port), path: '/' },
  s3ForcePathStyle: true,
  startBlockHeight: 0,
});
for await (const { block, shards } of blocks) {
  const receipts = shards.flatMap((shard) => shard.receiptExecutionOutcomes);
  const transactions = shards.flatMap(({ chunk }) => chunk?.transactions ?? []);
  seen.push({
    hash: block.header.hash,
    executed: receipts.map(({ executionOutcome }) => executionOutcome.id),
    transactions: transactions.map(({ transaction }) => transaction.hash),
  });
  if (seen.length === Number(count)) break;
}
process.stdout.write(JSON.stringify(seen), () => process.exit());
