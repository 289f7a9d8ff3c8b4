// The response at a method's own path, computed from the text of the response at the root: every
// difference that the interface description makes, and no other.

/** What replaces what in the text of a result. */
const CHANGES: Readonly<Record<string, readonly [reference: string, described: string][]>> = {
  client_config: [
    [
      '"chunk_distribution_network":null',
      '"chunk_distribution_network":{"enabled":false,"uris":{"get":"","set":""}}',
    ],
    [
      '"cloud_archival_writer":null',
      '"cloud_archival_writer":{"archive_block_data":false,"catch_up_throttle":{"nanos":0,"secs":0},' +
        '"polling_interval":{"nanos":0,"secs":0},"snapshot_every_n_epochs":0}',
    ],
    ['"max_gas_burnt_view":null', '"max_gas_burnt_view":1000000000000000'],
    [
      '"state_sync":{"parts_compression_lvl":0}',
      '"state_sync":{"concurrency":{"apply":4,"apply_during_catchup":1,"peer_downloads":10,' +
        '"per_shard":6},"dump":{"credentials_file":"","iteration_delay":{"nanos":0,"secs":0},' +
        '"location":{"S3":{"bucket":"","region":""}},"restart_dump_for_shards":[]},' +
        '"parts_compression_lvl":0,"sync":"Peers"}',
    ],
  ],
  chunk: [['"proposed_split":null,', '']],
  tx_status: [
    ['{"gas_profile":null,"version":1}', '{"contracts":null,"gas_profile":null,"version":1}'],
  ],
};

const SYNONYMS: Readonly<Record<string, string>> = { EXPERIMENTAL_tx_status: 'tx_status' };

export function toDescribed(method: string, response: string): string {
  const changes = CHANGES[SYNONYMS[method] ?? method] ?? [];
  return changes.reduce(
    (text, [reference, described]) => text.replaceAll(reference, described),
    response,
  );
}
