// The classes of requests that a limit turns away. Each has its own error text where it is refused,
// and all are counted by one metric under these names.

export const REFUSALS = {
  answer: 'the answer would be too long',
  batch: 'a batch had too many entries, or its answer was too long',
  bodies: 'a large body came when too many were being received or read',
  body: 'a body was too long',
  connections: 'a connection came when there were too many',
  control: 'a control was called without the token, or by somebody who is not local',
  invalid_transaction: 'a transaction cannot be executed',
  malformed: 'what was sent is not HTTP',
  pipelined: 'a connection sent too many requests ahead of their answers',
  pool: 'the pool of transactions had no room',
  queue: 'too many transactions, or too many bytes of them, were waiting for the chain',
  rate: 'an address sent too many requests',
  signatures: 'too many expensive signatures were waiting to be verified',
  slow: 'a client took too long to send its request',
  token: 'a request from elsewhere came without the token',
  unavailable: 'the chain took no transactions, or lacked what it needed to check one',
  unread: 'a client did not take its answer in time, or too many answers were not taken',
  view_time: 'a view call took too long',
  views: 'too many view calls were waiting',
  waits: 'too many requests were waiting for transactions',
} as const;

export type Refusal = keyof typeof REFUSALS;
