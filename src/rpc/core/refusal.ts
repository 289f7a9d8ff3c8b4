// The reasons why a limit refuses requests. Each has its own error message where it is enforced,
// and one metric counts all of them under these names.

export const REFUSALS = {
  answer: 'the response would be too long',
  batch: 'a batch had too many entries, or its response was too long',
  bodies: 'a large body arrived while too many were being received or processed',
  body: 'a body was too long',
  connections: 'a connection arrived while too many were open',
  control: 'a control was called without the token, or by a caller that is not local',
  indexer: 'EXPERIMENTAL_indexer_block was called while as many as allowed were being assembled',
  invalid_transaction: 'a transaction cannot be executed',
  malformed: 'a client sent something other than HTTP',
  pipelined: 'a connection pipelined too many requests',
  pool: 'the mempool was full',
  queue: 'too many transactions, or too many bytes of them, were waiting for the chain',
  rate: 'an address sent too many requests',
  signatures: 'too many expensive signatures were waiting to be verified',
  slow: 'a client took too long to send its request',
  token: 'a request from another machine did not have the token',
  unavailable: 'the chain accepted no transactions, or lacked data to check one',
  unread: 'a client did not read its response in time, or too many responses were unread',
  view_time: 'a view call took too long',
  views: 'too many view calls were waiting',
  waits: 'too many requests were waiting for transactions',
} as const;

export type Refusal = keyof typeof REFUSALS;
